export const en = {
  'result.color-type': 'Your color type',
  'result.title': 'This suits you',
  'result.palette': 'Colors of {name}',
  'result.tabs': 'Your recommendations',
  'result.loading': 'Finding what suits you …',

  'card.why': 'Why this fits you',
  'card.was': 'Formerly',
  'card.price': 'Price',
  'card.gone': 'Not available at the moment',
  'card.opens': 'opens the shop in a new window',
  'card.failed': 'Some products could not be loaded.',

  'set.members': 'In this set',
  'set.quantity': '{count} ×',
  'set.more': 'and {count} more',

  'cart.add': 'Add to cart',
  'cart.add-set': 'Add the set to the cart',
  'cart.added': 'Added',
  'cart.told': '{name} was added to the cart.',

  'more.show': 'Show more',
  'more.shown': '{shown} of {count} shown.',

  'share.link': 'Share',
  'share.copied': 'The link to this result was copied.',
  'share.failed': 'This is the link to your result: {url}',
  restart: 'Start again',

  again: 'Try again',
  'empty.title': 'Nothing quite fits yet',
  'empty.text':
    'We found nothing that we could honestly recommend for these answers. Other answers may lead to something beautiful.',
  'lost.title': 'These products are gone',
  'lost.text': 'What suited you is no longer in the shop. Answer again to see what is there now.',
  'offline.title': 'You seem to be offline',
  'offline.text': 'Your result is safe. Check your connection; then try again.',
  'trouble.title': 'Your result cannot be shown right now',
  'trouble.text': 'It is safe, and we are working on it. Please try again in a moment.',
  'busy.title': 'We are receiving many requests',
  'busy.text': 'Please wait a moment; then try again.',
  'unknown.title': 'This result does not exist',
  'unknown.text': 'It may have been deleted, or the link may not be complete. You can answer again at any time.',
  'large.title': 'This shop offers more than we can compare',
  'large.text': 'Your answers are stored. Please contact the shop: it can choose what this questionnaire recommends.',
  support: 'Reference for support: {id}',
} as const;
