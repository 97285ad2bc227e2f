import type { ChatTexts } from './texts.js';

export const TEXTS_EN: ChatTexts = {
  texts: {
    HELLO: [
      'Hello! I can search products, compare them and say what suits you.',
      'Welcome! I can search, compare and say what suits you.',
    ],
    HELP: [
      'I can find products, name prices, sizes and availability, compare two products, and show what suits you after an analysis.',
      'Ask me for products, prices, sizes and availability, or ask me to compare two of them.',
    ],
    THANKS: ['You’re welcome! Is there anything else?', 'My pleasure! Is there anything else?'],
    FOUND_SEARCH: ['This is what a search for your words found.', 'Here is what the search found.'],
    FOUND_NEAR: [
      'Nothing has everything you asked for. These come closest.',
      'There is no exact hit. These come closest.',
    ],
    FOUND_CHEAPER: ['These cost less.', 'Here are some with a lower price.'],
    FOUND_MORE: ['Here are others.', 'These are further ones.'],
    NOTHING_FOUND: [
      'I found nothing like that in this shop. Try other words.',
      'There is nothing like that here. Try other words.',
    ],
    NOTHING_CHEAPER: [
      'I found nothing of this kind that costs less.',
      'There is nothing of this kind with a lower price.',
    ],
    NOTHING_MORE: ['That was everything I found.', 'There are no others.'],
    NOTHING_SUITS: ['Nothing of this kind is in your result.', 'Your result contains nothing of this kind.'],
    THIS_EXCLUDED: [
      'This product is not recommended with your answers.',
      'With your answers, this product is not recommended.',
    ],
    THIS_UNKNOWN: ['This product is not part of your analysis.', 'Your analysis does not include this product.'],
    SEARCH_NOT_READY: [
      'The product search is available in a moment. Please ask again.',
      'Please ask again in a moment: the search is not ready yet.',
    ],
    ANALYSIS_FIRST: ['I can say that after a short analysis.', 'For that I need a few answers first.'],
    ANALYSIS_HERE: ['A short analysis shows what suits you.', 'A few questions show what suits you.'],
    ANALYSIS_MISSING: [
      'There is no analysis in this shop at the moment. I can search for you.',
      'No analysis is available at the moment. I can search for you.',
    ],
    RESULTS_HERE: ['Here is your result.', 'Open your result here.'],
    RESULTS_MISSING: [
      'There is no result yet. Start the analysis first.',
      'You have no result yet. Start the analysis first.',
    ],
    WHICH_PRODUCT: ['Which product do you mean? Its name is enough.', 'Please write the name of the product.'],
    WHICH_TWO: [
      'Which two products do you mean? Their names are enough.',
      'Please write the names of the two products.',
    ],
    WHY_ANALYSIS: [
      'That came from a search. Reasons follow from an analysis.',
      'It was found by a search. An analysis gives reasons.',
    ],
    COLOR_TYPE_UNKNOWN: [
      'I do not know your color type yet. A short analysis finds it.',
      'A short analysis finds your color type.',
    ],
    CONTACT_HERE: ['Our team will help you here.', 'You reach our team here.'],
    CONTACT_MISSING: [
      'I cannot connect you to a person here. Please see the shop’s contact page.',
      'Please see the shop’s contact page.',
    ],
    ORDER_CONTACT: [
      'I cannot see orders. Our team will help you here.',
      'Orders are not visible to me. You reach our team here.',
    ],
    ORDER_MISSING: [
      'I cannot see orders. Please see the shop’s contact page.',
      'Orders are not visible to me. Please see the shop’s contact page.',
    ],
    FAQ_MISSING: ['I have no answer to that.', 'I do not know that.'],
    DELETE_HERE: ['You can delete this conversation here.', 'Delete this conversation here.'],
    PRIVACY_HERE: [
      'What you write is kept for a limited time. You can delete it here.',
      'Messages are kept for a limited time and can be deleted here.',
    ],
    RESTARTED: ['You can start again here.', 'Start again here.'],
    MEDICAL: [
      'This needs medical advice, which I cannot give. Please ask a doctor or a pharmacist.',
      'I cannot answer medical questions. Please ask a doctor or a pharmacist.',
    ],
    DISCOUNT: [
      'I cannot give discounts. Current prices are on the product cards.',
      'I cannot change prices. Current prices are on the product cards.',
    ],
    PERSONAL: [
      'Please do not write personal data here. I do not need it.',
      'I do not need personal data. Please do not write it here.',
    ],
    OUT_OF_SCOPE: ['I can only help with the products of this shop.', 'My subject is the products of this shop.'],
    UNKNOWN: [
      'I did not understand that. I can search products, compare them and say what suits you.',
      'Please write it in other words. I can search and compare products.',
    ],
    COLOR_TYPE_IS: ['Your color type is {colorType}.', 'Your answers give the color type {colorType}.'],
    PRICE_OF: ['{product} costs {price}.', 'The price of {product} is {price}.'],
    PRICE_MISSING: [
      'I do not know the current price of {product}.',
      'The current price of {product} is not known to me.',
    ],
    AVAILABLE: ['{product} is available.', '{product} is in stock.'],
    NOT_AVAILABLE: ['{product} is not available at the moment.', '{product} is out of stock at the moment.'],
    OTHERS_AVAILABLE: [
      '{product} is not available at the moment. Available: {variants}.',
      '{product} is out of stock at the moment. In stock: {variants}.',
    ],
    VARIANTS_OF: ['{product} comes in: {variants}.', 'Versions of {product}: {variants}.'],
    ONE_VARIANT: ['{product} comes in one version.', 'There is one version of {product}.'],
    CART: ['Add {product} with this button.', 'This button adds {product}.'],
    CART_NOT_AVAILABLE: ['{product} is not available at the moment.', '{product} is out of stock at the moment.'],
    NOT_IN_MATCH: [
      '{product} is not among the recommendations for your answers.',
      'Your result does not contain {product}.',
    ],
    COMPARED: ['{products} side by side:', 'A comparison of {products}:'],
    CHEAPER_OF: ['{product} costs less than {than}.', '{product} has a lower price than {than}.'],
    SUITS: ['These suit you.', 'These match your answers.'],
    PRODUCT_SUITS: ['Yes, {product} suits you.', 'Yes, {product} matches your answers.'],
    WHY: ['{product} suits you for these reasons.', 'These are the reasons for {product}.'],
    SUITS_OF: ['{product} is among the recommendations for your answers.', 'Your result contains {product}.'],
  },
  actions: {
    OPEN_ANALYSIS: ['Start the analysis', 'Answer a few questions'],
    OPEN_RESULTS: ['See your result', 'Open your result'],
    CONTACT: ['Contact', 'Write to us'],
    PRIVACY: ['Privacy', 'Privacy policy'],
    DELETE_CONVERSATION: ['Delete conversation', 'Delete chat'],
    RESTART: ['Start again', 'New conversation'],
    ADD_TO_CART: ['Add to cart', 'Add to basket'],
  },
  replies: {
    CHEAPER: ['Lower price', 'Costs less'],
    MORE: ['Show others', 'More'],
    AVAILABLE_ONLY: ['Only available', 'Only in stock'],
    WHY: ['Why?', 'Reasons'],
    COMPARE: ['Compare the first two', 'Side by side'],
    WHAT_SUITS_ME: ['What suits me?', 'My recommendations'],
    START_ANALYSIS: ['Start the analysis', 'Answer a few questions'],
    OPEN_RESULTS: ['See your result', 'Open your result'],
    CONTACT: ['Contact', 'Write to us'],
    RESTART: ['Start again', 'New conversation'],
  },
  facts: { PRICE: 'Price', AVAILABILITY: 'Available', SIZE: 'Size', MATCH: 'In your result' },
  yes: 'yes',
  no: 'no',
  unknown: '–',
  and: 'and',
};
