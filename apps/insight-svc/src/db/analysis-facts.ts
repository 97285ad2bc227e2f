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
 * the day is not added up without what this transaction stores; in one order, so that transactions wait for each other.
 */
async function markDays(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<void> {
  await trx.raw(
    `insert into all_stale_fact_days (company_id, day)
     select distinct fact.company_id, (fact.created_at at time zone coalesce(zone.time_zone, 'UTC'))::date
       from all_analysis_facts fact left join all_company_zones zone using (company_id)
      where fact.analysis_hash = any(?::bytea[])
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
  await trx('analysis_facts')
    .insert(
      kept.map((fact) => ({
        ...{ company_id: companyId, analysis_hash: fact.analysisHash, funnel_id: fact.funnelId },
        ...{ version_id: fact.versionId, locale: fact.locale, source: fact.source, created_at: fact.createdAt },
        steps: JSON.stringify(fact.steps.map(({ stepId, optionKeys }) => [stepId, optionKeys])),
        ...{ asked_contact: fact.askedContact, given_contact: fact.givenContact, is_retake: fact.isRetake },
      })),
    )
    .onConflict(['company_id', 'analysis_hash'])
    .merge();
  await markDays(
    trx,
    kept.map(({ analysisHash }) => analysisHash),
  );
}

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

/** Deletes facts and events that are older than a time, of all companies; at most so many of each per call. @returns the greater number. */
export async function expireFacts(db: Knex, before: Date, limit: number): Promise<number> {
  const counts: number[] = [];
  for (const [view, column] of [
    ['all_analysis_facts', 'created_at'],
    ['all_analysis_events', 'updated_at'],
  ] as const) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from ?? where (company_id, analysis_hash) in
         (select company_id, analysis_hash from ?? where ?? < ? order by ?? limit ?)`,
      [view, view, column, before, column, limit],
    );
    counts.push(rowCount);
  }
  return Math.max(...counts);
}
