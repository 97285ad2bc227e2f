import type { en } from './result-texts.en.js';

export const de: Readonly<Record<keyof typeof en, string>> = {
  'result.color-type': 'Dein Farbtyp',
  'result.title': 'Das passt zu dir',
  'result.palette': 'Farben von {name}',
  'result.tabs': 'Deine Empfehlungen',
  'result.loading': 'Wir finden, was zu dir passt …',
  'result.wait': 'Im Moment gehen sehr viele Anfragen ein. Der nächste Versuch ist in {count} s.',

  'card.why': 'Warum das zu dir passt',
  'card.was': 'Bisher',
  'card.price': 'Preis',
  'card.gone': 'Zurzeit nicht verfügbar',
  'card.opens': 'öffnet den Shop in einem neuen Fenster',
  'card.failed': 'Einige Produkte konnten nicht geladen werden.',

  'set.members': 'In diesem Set',
  'set.quantity': '{count} ×',
  'set.more': 'und {count} weitere',

  'cart.add': 'In den Warenkorb',
  'cart.add-set': 'Set in den Warenkorb',
  'cart.added': 'Hinzugefügt',
  'cart.told': '{name} ist im Warenkorb.',

  'more.show': 'Mehr zeigen',
  'more.shown': '{shown} von {count} gezeigt.',

  'share.link': 'Teilen',
  'share.copied': 'Der Link zu diesem Ergebnis ist kopiert.',
  'share.failed': 'Das ist der Link zu deinem Ergebnis: {url}',
  restart: 'Neu beginnen',

  again: 'Noch einmal versuchen',
  'later.seconds': 'Bitte versuche es in {count} s noch einmal.',
  'later.minutes': 'Bitte versuche es in {count} Minuten noch einmal.',
  'empty.title': 'Noch passt nichts so richtig',
  'empty.text':
    'Mit diesen Antworten haben wir nichts gefunden, das wir dir guten Gewissens empfehlen. Andere Antworten führen vielleicht zu etwas Schönem.',
  'lost.title': 'Diese Produkte gibt es nicht mehr',
  'lost.text': 'Was zu dir gepasst hat, ist nicht mehr im Shop. Antworte noch einmal und sieh, was es jetzt gibt.',
  'offline.title': 'Du scheinst offline zu sein',
  'offline.text': 'Dein Ergebnis ist sicher. Prüfe deine Verbindung und versuche es dann noch einmal.',
  'trouble.title': 'Dein Ergebnis lässt sich gerade nicht zeigen',
  'trouble.text': 'Es ist sicher, und wir kümmern uns darum. Bitte versuche es gleich noch einmal.',
  'busy.title': 'Im Moment gehen sehr viele Anfragen ein',
  'busy.text': 'Bitte warte einen Moment und versuche es dann noch einmal.',
  'unknown.title': 'Dieses Ergebnis gibt es nicht',
  'unknown.text':
    'Vielleicht wurde es gelöscht, oder der Link ist nicht vollständig. Du kannst jederzeit neu antworten.',
  'large.title': 'Dieser Shop bietet mehr, als wir vergleichen können',
  'large.text':
    'Deine Antworten sind gespeichert. Bitte sag dem Shop Bescheid: Er kann wählen, was dieser Fragebogen empfiehlt.',
  support: 'Kennung für den Support: {id}',
};
