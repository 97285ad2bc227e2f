import type { Schemas } from '../../api/client.js';
import type { Variant } from './product-facts.js';

export const EVENTS = ['shown', 'clicked', 'addedToCart', 'bought'] as const;
type Event = (typeof EVENTS)[number];

export interface VariantEvents extends Record<Event, number> {
  id: string;
  name: string;
  /** Shown to fewer than 5 shoppers: its figures are not known. docs/insight.md N12.4. */
  isFew: boolean;
}

/** The events of each variant, in the order of the product. One that the report does not list had none. */
export function countEvents(
  variants: readonly Variant[],
  counted: Schemas['InsightMatches']['variants'],
): VariantEvents[] {
  const found = new Map(counted.map((row) => [row.variantId, row]));
  return variants.map(({ shopSystemId: id, name }) => {
    const row = found.get(id);
    const get = (event: Event) => row?.[event] ?? 0;
    return {
      ...{ id, name, isFew: row?.isFew ?? false },
      ...{ shown: get('shown'), clicked: get('clicked'), addedToCart: get('addedToCart'), bought: get('bought') },
    };
  });
}
