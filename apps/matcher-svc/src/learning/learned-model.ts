/**
 * What Funnel AI learned of one funnel: a table, option by variant. Immutable; a function of the day statistics it was
 * built from. docs/matching.md M7.
 */
export interface LearnedModel {
  /** Newest day that entered, UTC, `YYYY-MM-DD`; older days weigh less, counted from it. */
  until: string;
  /** Days, analyses and impressions that entered, as counted. */
  days: number;
  sessions: number;
  impressions: number;
  /** All options with data, by token. Those with `MIN_OPTION_SESSIONS` analyses come first and have a row of `lambda`. */
  options: readonly { token: string; sessions: number }[];
  /** Ids, in code unit order. */
  variants: readonly string[];
  /** Popularity by variant; 1: chosen as often as its places let expect. */
  pop: Float64Array;
  /** λ in millionths: a row for each option that has one, a column for each variant. */
  lambda: Int32Array;
}

/** Analyses that an option needs, counted without decay: what one had long ago was learned all the same. */
export const MIN_OPTION_SESSIONS = 30;
/** Impressions, in total and without decay, below which nothing is learned. */
export const MIN_IMPRESSIONS = 200;
/** Days after which what was seen weighs half. */
export const HALF_LIFE_DAYS = 90;
/** Imagined events on both sides of every ratio. Fixed: fitted ones shrink to nothing. docs/matching.md M7. */
export const PRIOR = 20;
export const MIN_LAMBDA = -0.7;
export const MAX_LAMBDA = 1.1;

/** Options that have a row. */
export const rowsOf = ({ options }: Pick<LearnedModel, 'options'>): LearnedModel['options'] =>
  options.filter(({ sessions }) => sessions >= MIN_OPTION_SESSIONS);
