import type { ZonedDay } from '@svc/domain';
import { type Db, readByCursor } from '@svc/kit';
import type { Knex } from 'knex';
import type { FactDimensions, FactSums, WholeFact } from '../domain/facts/fact-sums.js';
import { fromBits } from './analysis-facts.js';
import type { StaleDay } from './visit-sums.js';
import { openWeek } from './week-sums.js';

/** Analyses per read: few milliseconds of work, so that reports and intake do not wait. */
const PAGE = 500;
const INSERT = 500;
const TABLES = ['analysis_days', 'option_days', 'variant_days'];

interface FactRow {
  funnel_id: string;
  version_id: string;
  locale: string;
  source: string;
  steps: [stepId: number, optionKeys: string[]][];
  asked_contact: string[];
  given_contact: string[];
  is_retake: boolean | null;
  variants: [variantId: string, bits: number][] | null;
}

/** The analyses of a day of the company's zone with their events, page by page. Served by analysis_facts_day_idx. */
export async function* readFacts(
  trx: Knex.Transaction,
  companyId: string,
  day: ZonedDay,
  timeZone: string,
): AsyncGenerator<WholeFact[], void, undefined> {
  for await (const rows of readByCursor<FactRow>(trx, {
    name: 'day_facts',
    sql: `select funnel_id, version_id, locale, source, steps, asked_contact, given_contact, is_retake, variants
       from analysis_facts fact left join analysis_events event using (company_id, analysis_hash)
      where fact.company_id = ? and fact.created_at >= ?::date::timestamp at time zone ?
        and fact.created_at < (?::date + 1)::timestamp at time zone ?`,
    bindings: [companyId, day, timeZone, day, timeZone],
    rows: PAGE,
  }))
    yield rows.map(toFact);
}

const toFact = (row: FactRow): WholeFact => ({
  ...{ funnelId: row.funnel_id, versionId: row.version_id, locale: row.locale, source: row.source },
  steps: row.steps.map(([stepId, optionKeys]) => ({ stepId, optionKeys })),
  ...{ askedContact: row.asked_contact, givenContact: row.given_contact, isRetake: row.is_retake },
  variants: (row.variants ?? []).map(([variantId, bits]) => ({ variantId, interactions: fromBits(bits) })),
});

/** Replaces the sums of a day. */
export async function replaceFactSums(
  trx: Knex.Transaction,
  companyId: string,
  day: ZonedDay,
  { analyses, options, variants }: FactSums,
): Promise<void> {
  const where = { company_id: companyId, day };
  for (const table of TABLES) await trx(table).where(where).delete();
  await openWeek(trx, companyId, 'ANALYSES', day);
  const toDimensions = ({ funnelId, versionId, locale, source }: FactDimensions) => ({
    ...{ ...where, funnel_id: funnelId, version_id: versionId, locale, source },
  });
  await trx.batchInsert(
    'analysis_days',
    analyses.map((row) => ({
      ...toDimensions(row),
      ...{ analyses: row.analyses, retakes: row.retakes, retakes_known: row.retakesKnown },
      ...{ asked: row.asked, given: row.given },
      ...{ shown: row.shown, clicked: row.clicked, added: row.added, bought: row.bought },
    })),
    INSERT,
  );
  await trx.batchInsert(
    'option_days',
    options.map((row) => ({
      ...toDimensions(row),
      ...{ step_id: row.stepId, option_key: row.optionKey, analyses: row.analyses },
    })),
    INSERT,
  );
  await trx.batchInsert(
    'variant_days',
    variants.map((row) => ({
      ...{ ...toDimensions(row), variant_id: row.variantId },
      ...{ shown: row.shown, clicked: row.clicked, added: row.added, bought: row.bought },
    })),
    INSERT,
  );
}

/**
 * Marks all days of a company from a day on: its zone was changed. Days that have sums are marked too, since they may have no analysis anymore.
 * Each day replaces what it had, so a reader misses none meanwhile.
 */
export async function renewFactDays(
  trx: Knex.Transaction,
  companyId: string,
  from: ZonedDay,
  timeZone: string,
): Promise<void> {
  await trx('stale_fact_days').where({ company_id: companyId }).delete();
  await trx.raw(
    `insert into stale_fact_days (company_id, day)
     select company_id, day from (
       select company_id, (created_at at time zone :timeZone)::date as day from analysis_facts where company_id = :companyId
       union
       select company_id, day from analysis_days where company_id = :companyId) as fact
      where day >= :from::date on conflict do nothing`,
    { timeZone, companyId, from },
  );
}

/** Days that are marked, after one of them; at most so many. */
export async function listStaleFactDays(db: Db, limit: number, after?: StaleDay): Promise<StaleDay[]> {
  const query = db('all_stale_fact_days').orderBy(['company_id', 'day']).limit(limit);
  if (after) query.whereRaw('(company_id, day) > (?, ?::date)', [after.companyId, after.day]);
  const rows = await query.select<{ company_id: string; day: string }[]>('company_id', db.raw('day::text as day'));
  return rows.map(({ company_id, day }) => ({ companyId: company_id, day }));
}

/** Removes a mark. What is stored from now on marks the day again. */
export async function clearStaleFactDay(trx: Knex.Transaction, companyId: string, day: ZonedDay): Promise<void> {
  await trx('stale_fact_days').where({ company_id: companyId, day }).delete();
}
