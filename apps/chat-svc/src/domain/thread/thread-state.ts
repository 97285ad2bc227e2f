import type { Reply } from '../grounding/blocks.js';
import type { WireAction } from '../grounding/wire.js';
import type { Query } from '../plan/query.js';

/** An action of an answer: `a1` is the first. */
export type OfferedAction = Pick<WireAction, 'kind' | 'variantId'>;

/** What an answer offers for the next turn. */
export interface Offered {
  /** `q1` is the first. */
  readonly replies: readonly Reply[];
  /** `a1` is the first. */
  readonly actions: readonly OfferedAction[];
  /** What is written on them, by id. What has no label is not offered. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * What a turn keeps for the next. Products are kept by id and are allowed again, or dropped, by the set of the next turn.
 * Queries contain numbers of facets, which are those of one compiled catalog: `catalogVersion` says which.
 */
export interface ThreadState extends Offered {
  readonly catalogVersion: string;
  readonly query?: Query | undefined;
  /** Variant ids that were shown last, in their order. */
  readonly shown: readonly string[];
  /** All variant ids that the current search has shown. */
  readonly seen: readonly string[];
  readonly language?: 'en' | 'de' | undefined;
}

export const NEW_THREAD: ThreadState = {
  catalogVersion: '',
  shown: [],
  seen: [],
  replies: [],
  actions: [],
  labels: {},
};
