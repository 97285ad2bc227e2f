import type { OrderKind } from './order.js';

/** What is known of an order, or arrives. */
export interface Arrival {
  kind: OrderKind;
  /** Names the content: equal for equal bodies. */
  digest: string;
}

/**
 * What to do with an order that arrives. The same content again changes nothing, also of a page after the shop's server. A verified order
 * replaces a reported one, also with the same content. All else that arrives under a known id is a conflict. docs/insight.md N5.5.
 */
export function decideArrival(
  known: Arrival | undefined,
  arriving: Arrival,
): 'STORE' | 'KEEP' | 'REPLACE' | 'CONFLICT' {
  if (!known) return 'STORE';
  if (known.kind === 'REPORTED' && arriving.kind === 'VERIFIED') return 'REPLACE';
  return known.digest === arriving.digest ? 'KEEP' : 'CONFLICT';
}
