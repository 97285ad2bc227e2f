import type { Translator } from '../../../i18n/translator.js';
import type { GridModel } from './grid-model.js';

/** The name of a row; that of a variant with its product. */
export function nameRow(t: Translator['t'], model: GridModel, row: number): string {
  const product = model.productRow[row] ?? -1;
  const name = model.getShortName(row);
  return product >= 0 ? t('tagging.variant-of', { name, product: model.names[product] ?? '' }) : name;
}

/** What a cell says. */
export function toStateText(model: GridModel, row: number, column: number) {
  switch (model.getState(row, column)) {
    case 'SET':
      return 'tagging.state.set';
    case 'MIXED':
      return 'tagging.state.mixed';
    case 'EMPTY':
      return 'tagging.state.empty';
    case 'LOCKED':
      return model.isInCatalog(row, column) ? 'tagging.state.catalog' : 'tagging.state.product';
  }
}
