import type { Db } from '@svc/kit';
import type { Interaction } from '../domain/facts/analysis-fact.js';
import { filtered, type Piecewise, piecewise, type SumFilter } from './report-sums.js';

type Interactions = Record<Interaction, number>;

export interface AnalysisTotals {
  analyses: number;
  retakes: number;
  retakesKnown: number;
  asked: number;
  given: number;
  interactions: Interactions;
}

export interface OptionCount {
  stepId: number;
  /** Empty: analyses that were shown the step. */
  optionKey: string;
  analyses: number;
}

export interface VariantTotals {
  variantId: string;
  interactions: Interactions;
}

const OPTIONS: Piecewise = {
  subject: 'ANALYSES',
  name: 'option',
  columns: ['step_id', 'option_key', 'analyses'],
};
const VARIANTS: Piecewise = {
  subject: 'ANALYSES',
  name: 'variant',
  columns: ['variant_id', 'shown', 'clicked', 'added', 'bought'],
};
const MAX_OPTIONS = 5_000;
const MAX_VARIANTS = 500;

const sum = (column: string, name = column): string => `coalesce(sum(${column}), 0)::integer as "${name}"`;
const INTERACTION_SUMS = [sum('shown'), sum('clicked'), sum('added'), sum('bought')].join(', ');

export async function readAnalysisTotals(db: Db, filter: SumFilter): Promise<AnalysisTotals> {
  const [row] = (await filtered(db, 'analysis_days', filter).select(
    db.raw(
      `${sum('analyses')}, ${sum('retakes')}, ${sum('retakes_known', 'retakesKnown')}, ${sum('asked')}, ${sum('given')}, ${INTERACTION_SUMS}`,
    ),
  )) as [Omit<AnalysisTotals, 'interactions'> & Interactions];
  const { shown, clicked, added, bought, ...rest } = row;
  return { ...rest, interactions: { shown, clicked, added, bought } };
}

/** Days with analyses, in their order. */
export const readAnalysisDays = (db: Db, filter: SumFilter): Promise<{ name: string; count: number }[]> =>
  filtered(db, 'analysis_days', filter)
    .select(db.raw(`day::text as name, ${sum('analyses', 'count')}`))
    .groupBy('day')
    .orderBy('day') as unknown as Promise<{ name: string; count: number }[]>;

/** What shoppers did with their matches, by the day of the analysis. */
export async function readInteractionDays(
  db: Db,
  filter: SumFilter,
): Promise<{ name: string; analyses: number; interactions: Interactions }[]> {
  const rows = (await filtered(db, 'analysis_days', filter)
    .select(db.raw(`day::text as name, ${sum('analyses')}, ${INTERACTION_SUMS}`))
    .groupBy('day')
    .orderBy('day')) as unknown as (Interactions & { name: string; analyses: number })[];
  return rows.map(({ name, analyses, ...interactions }) => ({ name, analyses, interactions }));
}

export async function readOptions(db: Db, filter: SumFilter): Promise<OptionCount[]> {
  const sums = await piecewise(db, OPTIONS, filter);
  const rows = (await db
    .from(sums())
    .select(db.raw(`step_id::text as "stepId", option_key as "optionKey", ${sum('analyses')}`))
    .groupBy('step_id', 'option_key')
    .orderBy(['step_id', 'option_key'])
    .limit(MAX_OPTIONS)) as (Omit<OptionCount, 'stepId'> & { stepId: string })[];
  return rows.map(({ stepId, ...row }) => ({ stepId: Number(stepId), ...row }));
}

/** Most shown first. */
export async function readVariants(db: Db, filter: SumFilter): Promise<VariantTotals[]> {
  const sums = await piecewise(db, VARIANTS, filter);
  const rows = (await db
    .from(sums())
    .select(db.raw(`variant_id as "variantId", ${INTERACTION_SUMS}`))
    .groupBy('variant_id')
    .orderByRaw('sum(shown) desc, variant_id')
    .limit(MAX_VARIANTS)) as (Interactions & { variantId: string })[];
  return rows.map(({ variantId, ...interactions }) => ({ variantId, interactions }));
}

/** Of these variants, those that were never shown, in their order. */
export async function listNeverShown(db: Db, filter: SumFilter, variantIds: readonly string[]): Promise<string[]> {
  if (variantIds.length === 0) return [];
  const sums = await piecewise(db, VARIANTS, filter);
  const shown = (await db
    .from(sums())
    .whereRaw('variant_id = any(?::text[])', [[...variantIds]])
    .where('shown', '>', 0)
    .distinct('variant_id')) as { variant_id: string }[];
  const known = new Set(shown.map(({ variant_id }) => variant_id));
  return variantIds.filter((id) => !known.has(id));
}
