import type { VersionSteps } from '@svc/domain';
import { toMillionths } from '../engine/rank/learned-terms.js';
import type { DayStats, VariantStats } from './day-stats.js';
import {
  HALF_LIFE_DAYS,
  type LearnedModel,
  MAX_LAMBDA,
  MIN_IMPRESSIONS,
  MIN_LAMBDA,
  MIN_OPTION_SESSIONS,
  PRIOR,
} from './learned-model.js';
import { byCodeUnit, migrateToken } from './option-tokens.js';

/**
 * Maximum number of variants in a model, so that events about invented variants cannot make it large: those with the most
 * impressions and events are kept. An omitted variant counts as unknown.
 */
const MAX_MODEL_VARIANTS = 20_000;
/** Maximum number of options: those with the most analyses are kept. */
const MAX_MODEL_OPTIONS = 256;

/** Why there is no model: it would have no effect, or must not be used. */
export type NoModel = 'TOO_FEW_IMPRESSIONS' | 'NO_EVENTS' | 'NOT_FINITE';

/** The amount of data to learn from. */
export interface Totals {
  days: number;
  sessions: number;
  impressions: number;
}

export type BuildResult = { model: LearnedModel } | { model: null; reason: NoModel; totals: Totals };

/** Receives the days one by one, so that they need not all be in memory. */
export interface ModelBuilder {
  add(day: string, stats: DayStats): void;
  finish(): BuildResult;
}

/**
 * Builds a model from daily statistics. Equal days in equal order give an equal model, whatever the order of the entries of a
 * day. Options are migrated to the given steps; removed options are omitted. Options that were merged are summed, so an
 * analysis that had both counts twice.
 * @param until - newest of the days to add: a day of the given age relative to it has the weight `2^(−age / 90)`. Counting from
 *   the newest day with data makes the model a function of the data alone, and keeps what a dormant funnel has learned.
 * @param steps - steps of the published version.
 */
export function createModelBuilder(until: string, steps: VersionSteps): ModelBuilder {
  const totals: Totals = { days: 0, sessions: 0, impressions: 0 };
  const variants = new Map<string, VariantStats>();
  const options = new Map<string, { sessions: number; variants: Map<string, VariantStats> }>();
  const tokens = new Map<string, string | null>();

  function getOption(old: string) {
    const known = tokens.get(old);
    const token = known === undefined ? migrateToken(old, steps) : known;
    tokens.set(old, token);
    if (token === null) return null;
    const option = options.get(token) ?? { sessions: 0, variants: new Map<string, VariantStats>() };
    options.set(token, option);
    return option;
  }

  return {
    add(day, stats) {
      const weight = 2 ** (-daysBetween(day, until) / HALF_LIFE_DAYS);
      totals.days += 1;
      totals.sessions += stats.sessions;
      totals.impressions += stats.impressions;
      addStats(variants, stats.variants, weight);
      // Sorted, because merged options are summed in this order.
      for (const token of Object.keys(stats.options).sort(byCodeUnit)) {
        const option = getOption(token);
        if (option) option.sessions += stats.options[token]!;
      }
      for (const token of Object.keys(stats.pairs).sort(byCodeUnit)) {
        const option = getOption(token);
        if (option) addStats(option.variants, stats.pairs[token]!, weight);
      }
    },
    finish() {
      const without = (reason: NoModel): BuildResult => ({ model: null, reason, totals });
      if (totals.impressions < MIN_IMPRESSIONS) return without('TOO_FEW_IMPRESSIONS');
      const ids = [...variants.keys()].sort(byCodeUnit);
      const sum = (part: keyof VariantStats) => ids.reduce((total, id) => total + variants.get(id)![part], 0);
      const events = sum('k');
      if (events === 0) return without('NO_EVENTS');
      // Without a weighted impression nothing is expected: e is 0 everywhere.
      const shown = sum('b');
      const rate = shown > 0 ? events / shown : 0;

      const kept = mostSeen(ids, variants);
      const pop = Float64Array.from(kept, (id) => toPopularity(variants.get(id)!, rate));
      const strong: { token: string; sessions: number }[] = [];
      const weak: { token: string; sessions: number }[] = [];
      for (const token of [...options.keys()].sort(byCodeUnit)) {
        const { sessions } = options.get(token)!;
        (sessions >= MIN_OPTION_SESSIONS ? strong : weak).push({ token, sessions });
      }
      const rows = mostAnswered(strong);
      const lambda = new Int32Array(rows.length * kept.length);
      for (const [row, { token }] of rows.entries()) {
        const pairs = options.get(token)!.variants;
        for (const [column, id] of kept.entries()) {
          const pair = pairs.get(id);
          if (pair) lambda[row * kept.length + column] = toLambda(pair, rate, pop[column]!);
        }
      }
      if (!pop.every((value) => value > 0 && Number.isFinite(value))) return without('NOT_FINITE');
      return { model: { until, ...totals, options: [...rows, ...weak], variants: kept, pop, lambda } };
    },
  };
}

/** Builds a model from all days, in any order. */
export function buildModel(days: readonly { day: string; stats: DayStats }[], steps: VersionSteps): BuildResult {
  const ordered = [...days].sort((a, b) => byCodeUnit(a.day, b.day));
  const builder = createModelBuilder(ordered.at(-1)?.day ?? '1970-01-01', steps);
  for (const { day, stats } of ordered) builder.add(day, stats);
  return builder.finish();
}

function addStats(sums: Map<string, VariantStats>, stats: Record<string, VariantStats>, weight: number): void {
  for (const [id, { b, k }] of Object.entries(stats)) {
    const sum = sums.get(id);
    if (sum) {
      sum.b += b * weight;
      sum.k += k * weight;
    } else sums.set(id, { b: b * weight, k: k * weight });
  }
}

/** `pop_v = (k_v + 20) / (e_v + 20)`, `e_v = Σ b·r0`. */
const toPopularity = ({ b, k }: VariantStats, rate: number): number => (k + PRIOR) / (b * rate + PRIOR);

/** `λ_av = clamp(ln((k_av + 20) / (e_av + 20)), −0.7, 1.1)` in millionths, `e_av = Σ b·r0·pop_v`. */
function toLambda({ b, k }: VariantStats, rate: number, pop: number): number {
  const lambda = Math.log((k + PRIOR) / (b * rate * pop + PRIOR));
  return toMillionths(Math.min(MAX_LAMBDA, Math.max(MIN_LAMBDA, lambda)));
}

/** The ids of the variants with the most impressions and events, in the given order. */
function mostSeen(ids: string[], variants: ReadonlyMap<string, VariantStats>): string[] {
  if (ids.length <= MAX_MODEL_VARIANTS) return ids;
  const seen = (id: string) => variants.get(id)!.b + variants.get(id)!.k;
  return ids
    .toSorted((a, b) => seen(b) - seen(a) || byCodeUnit(a, b))
    .slice(0, MAX_MODEL_VARIANTS)
    .sort(byCodeUnit);
}

function mostAnswered(options: { token: string; sessions: number }[]): { token: string; sessions: number }[] {
  if (options.length <= MAX_MODEL_OPTIONS) return options;
  return options
    .toSorted((a, b) => b.sessions - a.sessions || byCodeUnit(a.token, b.token))
    .slice(0, MAX_MODEL_OPTIONS)
    .sort((a, b) => byCodeUnit(a.token, b.token));
}

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 86_400_000;
