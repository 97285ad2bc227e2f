import type { Db } from '@svc/kit';
import type { Interaction } from '../domain/facts/analysis-fact.js';
import { type CartedVariant, MAX_CARTED } from './carts.js';
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

/** What shoppers did with the variants of some days. */
export interface VariantReport {
  /** Most shown first. */
  variants: VariantTotals[];
  /** All that analyses put into carts, most first. */
  carted: CartedVariant[];
  /** Of the candidates, in their order. */
  neverShown: string[];
}

/**
 * Reads the sums once for all parts of the report.
 * @param candidates - of which those that were never shown are named.
 * @param isOnlyCandidates - sums of other variants are left out.
 */
export async function readVariants(
  db: Db,
  filter: SumFilter,
  candidates: readonly string[],
  isOnlyCandidates: boolean,
): Promise<VariantReport> {
  const sums = await piecewise(db, VARIANTS, filter);
  const variant = db.from(sums()).select('variant_id').select(db.raw(INTERACTION_SUMS)).groupBy('variant_id');
  if (isOnlyCandidates) void variant.whereRaw('variant_id = any(?::text[])', [[...candidates]]);
  const [row] = (await db.with('variant', variant).select(
    db.raw(
      `(select coalesce(json_agg(listed order by shown desc, variant_id), '[]') from (
            select * from variant order by shown desc, variant_id limit ${MAX_VARIANTS}) as listed) as variants,
         (select coalesce(json_agg(json_build_object('variantId', variant_id, 'analyses', added) order by added desc, variant_id), '[]') from (
            select * from variant where added > 0 order by added desc, variant_id limit ${MAX_CARTED}) as carted) as carted,
         array(select id from unnest(?::text[]) with ordinality as candidate (id, place)
                where id not in (select variant_id from variant where shown > 0) order by place) as never_shown`,
      [[...candidates]],
    ),
  )) as [{ variants: (Interactions & { variant_id: string })[]; carted: CartedVariant[]; never_shown: string[] }];
  return {
    variants: row.variants.map(({ variant_id, ...interactions }) => ({ variantId: variant_id, interactions })),
    ...{ carted: row.carted, neverShown: row.never_shown },
  };
}

/** Analyses of a funnel that were created in a period, without retakes, and those whose match was shown. Served by analysis_facts_day_idx. */
export async function countAnalysesBetween(
  db: Db,
  { companyId, funnelId }: { companyId: string; funnelId: string },
  from: Date,
  to: Date,
): Promise<{ analyses: number; shown: number }> {
  const { rows } = await db.raw<{ rows: [{ analyses: number; shown: number }] }>(
    `select count(*)::int as analyses,
            count(*) filter (where exists (
              select from jsonb_array_elements(event.variants) variant where (variant ->> 1)::int & 1 = 1))::int as shown
       from analysis_facts fact left join analysis_events event using (company_id, analysis_hash)
      where fact.company_id = ? and fact.funnel_id = ? and fact.created_at >= ? and fact.created_at < ?
        and fact.is_retake is not true`,
    [companyId, funnelId, from, to],
  );
  return rows[0];
}
