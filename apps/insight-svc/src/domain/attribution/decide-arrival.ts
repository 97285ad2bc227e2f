import type { OrderKind } from './order.js';

/** What is known of an order, or arrives. */
export interface Arrival {
  kind: OrderKind;
  /** Names the content: equal for equal bodies. */
  digest: string;
}

/**
 * What to do with an order that arrives. The same content again changes nothing. A verified order replaces a reported one. All else that
 * arrives under a known id is a conflict.
 */
export function decideArrival(
  known: Arrival | undefined,
  arriving: Arrival,
): 'STORE' | 'KEEP' | 'REPLACE' | 'CONFLICT' {
  if (!known) return 'STORE';
  if (known.kind === arriving.kind) return known.digest === arriving.digest ? 'KEEP' : 'CONFLICT';
  return arriving.kind === 'VERIFIED' ? 'REPLACE' : 'CONFLICT';
}
