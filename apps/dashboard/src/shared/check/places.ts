import type { Schemas } from '../../api/client.js';
import type { Catalog } from '../targets/catalog.js';

type DeadEnd = Schemas['FunnelCheck']['deadEnds']['first'][number];

/** A finding in words, and the screen of the company where it is changed. */
export interface Place {
  /** Two findings may have the same words. */
  key?: string;
  text: string;
  to?: { screen: string; search: Record<string, unknown> };
}

/** A variant on the screen of its product, or found by its id where the product is not known. docs/dashboard.md Y39.1. */
export function toVariantPlace(
  catalog: Pick<Catalog, 'getProductId' | 'getVariantName'>,
  variant: string,
): Required<Place> {
  const product = catalog.getProductId(variant);
  const to = product
    ? { screen: '/products/details', search: { product, variant } }
    : { screen: '/products', search: { query: variant } };
  return { key: variant, text: catalog.getVariantName(variant), to };
}

/** What the builder shows of a dead end: the last question of its cause, and the whole way to it. docs/dashboard.md Y39.1. */
export const toShownPath = ({ answers, example }: Pick<DeadEnd, 'answers' | 'example'>) => ({
  step: (answers.findLast(({ step }) => step !== null) ?? example.findLast(({ step }) => step !== null))?.step,
  view: undefined,
  path: {
    answers: example.flatMap(({ step, chosen }) => (step === null ? [] : [[step, chosen]])),
    colorType: example.find(({ step }) => step === null)?.chosen[0],
  },
});
