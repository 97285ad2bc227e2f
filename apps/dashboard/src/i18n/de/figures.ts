import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'figures'> = {
  'figures.table': 'Tabelle',
  'figures.table.named': 'Tabelle: {name}',
  'figures.definition': 'Was gezählt wird: {name}',
};
