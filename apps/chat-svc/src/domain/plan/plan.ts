import type { Intent } from './intents.js';
import type { Query } from './query.js';

/**
 * What a turn will do: enums, numbers, and the words to search for. Document numbers of products are proposals; those that the
 * turn does not allow are dropped later.
 */
export interface Plan {
  readonly intent: Intent;
  readonly query: Query;
  /** Document numbers of the products that the message is about, in its order. */
  readonly subjects: readonly number[];
  /** How a refinement changes what was shown. */
  readonly change?: 'CHEAPER' | 'MORE' | 'FILTER' | undefined;
  /** Number of the company's answer, of an intent `FAQ`. */
  readonly faqEntry?: number | undefined;
  /** The message names products. */
  readonly isNamed: boolean;
}

/** The product of a page that this thread may not name: kept out by its rules, or not in its assortment. */
export type HiddenPage = 'EXCLUDED' | 'UNKNOWN';

/** What the planner knows of the turns before and of the page. Numbers are document numbers. */
export interface PlanContext {
  /** The product of the page. */
  readonly page?: number | undefined;
  /** The page has a product, but not one that may be named. */
  readonly hiddenPage?: HiddenPage | undefined;
  readonly hasAnalysis: boolean;
  /** Own variants of the company's sets. */
  readonly sets?: readonly number[] | undefined;
  /** What was shown last, in its order. */
  readonly shown: readonly number[];
  /** The query that found it. */
  readonly query?: Query | undefined;
}
