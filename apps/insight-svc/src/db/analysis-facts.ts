import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import {
  type AnalysisEvents,
  type AnalysisFact,
  INTERACTIONS,
  type Interaction,
} from '../domain/facts/analysis-fact.js';
import { listErased } from './erasures.js';

/**
 * Marks the days of these analyses, by the zones of their companies: they must be added up again. A mark that exists is locked, so that
 * the day is not added up without what this transaction stores; in one order, so that transactions wait for each other. Analyses are
 * looked up one by one (`offset 0`): without statistics PostgreSQL would read all of them.
 */
async function markDays(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<void> {
  await trx.raw(
    `insert into all_stale_fact_days (company_id, day)
     select distinct fact.company_id, (fact.created_at at time zone coalesce(zone.time_zone, 'UTC'))::date
       from unnest(?::bytea[]) as changed (hash)
       cross join lateral (
         select company_id, created_at from all_analysis_facts where analysis_hash = changed.hash offset 0) as fact
       left join all_company_zones zone using (company_id)
      order by 1, 2
     on conflict (company_id, day) do update set day = excluded.day`,
    [[...hashes]],
  );
}

/** Stores facts in place of those of the same analyses, without those that were erased. */
export async function saveFacts(
  trx: Knex.Transaction,
  companyId: string,
  facts: readonly AnalysisFact[],
): Promise<void> {
  const erased = await listErased(
    trx,
    facts.map(({ analysisHash }) => analysisHash),
  );
  const kept = takeLatest(facts).filter(({ analysisHash }) => !erased.has(analysisHash.toString('hex')));
  if (kept.length === 0) return;
  // One parameter: Knex needs longer to build an insert of 500 rows than PostgreSQL to store them.
  await trx.raw(
    `insert into analysis_facts (company_id, analysis_hash, funnel_id, version_id, locale, source, created_at, steps,
       asked_contact, given_contact, is_retake, experiment_id)
     select :companyId, decode(hash, 'base64'), funnel_id, version_id, locale, source, created_at, steps,
       asked_contact, given_contact, is_retake, experiment_id
       from jsonb_to_recordset(:facts::jsonb) as listed (hash text, funnel_id text, version_id text, locale text, source text,
         created_at timestamptz, steps jsonb, asked_contact text[], given_contact text[], is_retake boolean, experiment_id text)
     on conflict (company_id, analysis_hash) do update set funnel_id = excluded.funnel_id, version_id = excluded.version_id,
       locale = excluded.locale, source = excluded.source, created_at = excluded.created_at, steps = excluded.steps,
       asked_contact = excluded.asked_contact, given_contact = excluded.given_contact, is_retake = excluded.is_retake,
       experiment_id = excluded.experiment_id`,
    { companyId, facts: JSON.stringify(kept.map(toFactRow)) },
  );
  await markDays(
    trx,
    kept.map(({ analysisHash }) => analysisHash),
  );
}

const toFactRow = (fact: AnalysisFact) => ({
  ...{ hash: fact.analysisHash.toString('base64'), funnel_id: fact.funnelId, version_id: fact.versionId },
  ...{ locale: fact.locale, source: fact.source, created_at: fact.createdAt },
  steps: fact.steps.map(({ stepId, optionKeys }) => [stepId, optionKeys]),
  ...{ asked_contact: fact.askedContact, given_contact: fact.givenContact, is_retake: fact.isRetake },
  experiment_id: fact.experimentId,
});

/** Stores events in place of those of the same analyses, without those that were erased. The fact may follow later. */
export async function saveEvents(
  trx: Knex.Transaction,
  companyId: string,
  events: readonly AnalysisEvents[],
  now: Date,
): Promise<void> {
  const erased = await listErased(
    trx,
    events.map(({ analysisHash }) => analysisHash),
  );
  const kept = takeLatest(events).filter(({ analysisHash }) => !erased.has(analysisHash.toString('hex')));
  if (kept.length === 0) return;
  await trx('analysis_events')
    .insert(
      kept.map(({ analysisHash, variants }) => ({
        ...{ company_id: companyId, analysis_hash: analysisHash, updated_at: now },
        variants: JSON.stringify(variants.map(({ variantId, interactions }) => [variantId, toBits(interactions)])),
      })),
    )
    .onConflict(['company_id', 'analysis_hash'])
    .merge();
  await markDays(
    trx,
    kept.map(({ analysisHash }) => analysisHash),
  );
}

/** Of several entries of one analysis, the last. */
const takeLatest = <T extends { analysisHash: Buffer }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.analysisHash.toString('hex'), item])).values(),
];

const toBits = (interactions: readonly Interaction[]): number =>
  INTERACTIONS.reduce((bits, name, place) => (interactions.includes(name) ? bits | (1 << place) : bits), 0);

export const fromBits = (bits: number): Interaction[] => INTERACTIONS.filter((_, place) => bits & (1 << place));

/** Deletes what is known of erased analyses, and marks their days. Part of `eraseAnalyses`. */
export async function eraseFacts(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<void> {
  await markDays(trx, hashes);
  for (const view of ['all_analysis_facts', 'all_analysis_events']) {
    await trx(view).whereIn('analysis_hash', hashes).delete();
  }
}

/** Facts that are older than a time, oldest first, by company; at most so many. */
export async function listOldFacts(db: Db, before: Date, limit: number): Promise<Map<string, Buffer[]>> {
  const rows = await db('all_analysis_facts')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .select<{ company_id: string; analysis_hash: Buffer }[]>('company_id', 'analysis_hash');
  const byCompany = new Map<string, Buffer[]>();
  for (const { company_id, analysis_hash } of rows) {
    byCompany.set(company_id, [...(byCompany.get(company_id) ?? []), analysis_hash]);
  }
  return byCompany;
}

/**
 * Deletes facts of a company. Orders that are credited to these analyses are kept longer, and keep what reports filter by, in the same
 * transaction. docs/insight.md N8.5.
 */
export async function foldFacts(trx: Knex.Transaction, companyId: string, hashes: readonly Buffer[]): Promise<void> {
  await trx.raw(
    `update attributions a set version_id = f.version_id, locale = f.locale, source = f.source
       from analysis_facts f
      where f.company_id = :companyId and f.analysis_hash = any(:hashes::bytea[])
        and a.company_id = f.company_id and a.analysis_hash = f.analysis_hash`,
    { companyId, hashes: [...hashes] },
  );
  await trx('analysis_facts').where({ company_id: companyId }).whereIn('analysis_hash', hashes).delete();
}

/** Deletes events that were listed before a time, of all companies; at most so many. @returns their number. */
export async function expireEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from all_analysis_events where (company_id, analysis_hash) in
       (select company_id, analysis_hash from all_analysis_events where updated_at < ? order by updated_at limit ?)`,
    [before, limit],
  );
  return rowCount;
}
