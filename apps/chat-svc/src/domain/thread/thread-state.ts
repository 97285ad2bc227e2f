import type { Reply } from '../grounding/blocks.js';
import type { Query } from '../plan/query.js';

/**
 * What a turn keeps for the next. Products are kept by id and are allowed again, or dropped, by the set of the next turn.
 * Queries contain numbers of facets, which are those of one compiled catalog: `catalogVersion` says which.
 */
export interface ThreadState {
  readonly catalogVersion: string;
  readonly query?: Query | undefined;
  /** Variant ids that were shown last, in their order. */
  readonly shown: readonly string[];
  /** All variant ids that the current search has shown. */
  readonly seen: readonly string[];
  /** Replies that are offered: `q1` is the first. */
  readonly replies: readonly Reply[];
  readonly language?: 'en' | 'de' | undefined;
}

export const NEW_THREAD: ThreadState = { catalogVersion: '', shown: [], seen: [], replies: [] };
