/**
 * What Funnel AI learned of one funnel: a table of options and variants. Immutable; a function of the daily statistics that it
 * was built from. docs/matching.md M7.
 */
export interface LearnedModel {
  /** Newest day that it is built from, UTC, `YYYY-MM-DD`; the weight of older days is relative to it. */
  until: string;
  /** Number of days, analyses and impressions that it is built from. */
  days: number;
  sessions: number;
  impressions: number;
  /** All options with data, by token. Those with `MIN_OPTION_SESSIONS` analyses come first and have a row of `lambda`. */
  options: readonly { token: string; sessions: number }[];
  /** Ids, in code unit order. */
  variants: readonly string[];
  /** Popularity by variant; 1: chosen as often as its positions predict. */
  pop: Float64Array;
  /** λ in millionths: a row for each option that has one, a column for each variant. */
  lambda: Int32Array;
}

/** Minimum number of analyses of an option, without decay, because old analyses were learned from, too. */
export const MIN_OPTION_SESSIONS = 30;
/** Minimum total number of impressions, without decay, for a model. */
export const MIN_IMPRESSIONS = 200;
/** Days after which the weight of data is halved. */
export const HALF_LIFE_DAYS = 90;
/** Pseudo-events added to both sides of every ratio. Constant: fitted values shrink to nothing. docs/matching.md M7. */
export const PRIOR = 20;
export const MIN_LAMBDA = -0.7;
export const MAX_LAMBDA = 1.1;

/** Options that have a row. */
export const listRows = ({ options }: Pick<LearnedModel, 'options'>): LearnedModel['options'] =>
  options.filter(({ sessions }) => sessions >= MIN_OPTION_SESSIONS);
