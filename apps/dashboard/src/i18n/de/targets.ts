import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'targets'> = {
  'target.tags': 'Produkte mit einem Tag',
  'target.products': 'Einzelne Produkte',
  'target.variants': 'Einzelne Varianten',
  'target.add': 'Hinzufügen',
  'target.add.named': '{action}: {what}',
  'target.chosen': 'Gewählt: {what}',
  'target.named': '{name} ({id})',
  'target.remove': '{name} entfernen',
  'target.max': 'Die Liste hat höchstens {max} Einträge.',
  'target.unknown': 'Der Katalog hat nichts mit der ID „{id}“. Wählen Sie einen Vorschlag.',
  'target.tag.invalid': 'Ein Tag ist ein Namensraum und ein Wert, zum Beispiel finish:matte.',
  'target.set': 'Set {key}',
  'target.set.suits': 'passt',
  'target.set.missing': 'passt nicht',
  'target.count.one': '{count} Variante des Katalogs ist gemeint.',
  'target.count.other': '{count} Varianten des Katalogs sind gemeint.',
};
