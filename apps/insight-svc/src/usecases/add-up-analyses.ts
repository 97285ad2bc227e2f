import { addDays, DAY_MS, utcDay, type ZonedDay } from '@svc/domain';
import { type Clock, forCompany, lockName } from '@svc/kit';
import type { Knex } from 'knex';
import { expireEvents, foldFacts, listOldFacts } from '../db/analysis-facts.js';
import { loadTimeZone } from '../db/company-zones.js';
import { clearStaleFactDay, listStaleFactDays, readFacts, renewFactDays, replaceFactSums } from '../db/fact-sums.js';
import { loadFollowed, saveProgress } from '../db/sum-progress.js';
import type { StaleDay } from '../db/visit-sums.js';
import { FACT_DAYS } from '../domain/facts/analysis-fact.js';
import { createFactSums } from '../domain/facts/fact-sums.js';

/** Days that are read together. */
const BATCH = 200;
const EXPIRE_BATCH = 1_000;
/** A day rests so many times as long as adding it up took: a twentieth of a processor does it, however many analyses the day has … */
const REST = 20;
/** … up to here, where sums would be too old. */
const MAX_REST_MS = 5 * 60_000;

/** Days that rest, by company and day: until when, by a clock that never jumps, and until when their sums are complete. */
export type RestingDays = Map<string, { untilMs: number; completeUntil: Date | undefined }>;

/** Of days before it some analyses may have been deleted, so their sums stay. */
const firstWholeDay = (clock: Clock): ZonedDay => addDays(utcDay(clock.now()), 2 - FACT_DAYS);

/**
 * Adds up the days whose analyses or events changed, each as a whole, so that repeating it changes nothing; replicas may run it
 * concurrently. docs/insight.md N21, ADR 125.
 */
export function addUpAnalyses({ db, clock, resting = new Map() }: { db: Knex; clock: Clock; resting?: RestingDays }) {
  return async (signal: AbortSignal): Promise<void> => {
    const followed = await loadFollowed(db);
    for (const [name, { untilMs }] of resting) if (untilMs <= performance.now()) resting.delete(name);
    let completeUntil = followed;
    let last: StaleDay | undefined;
    do {
      const stale = await listStaleFactDays(db, BATCH, last);
      for (const { companyId, day } of stale) {
        if (signal.aborted) return;
        const name = `${companyId} ${day}`;
        const rest = resting.get(name);
        if (rest) {
          completeUntil = earliest(completeUntil, rest.completeUntil);
          continue;
        }
        const startedAt = performance.now();
        await addUpDay({ db, clock }, companyId, day);
        const now = performance.now();
        resting.set(name, { untilMs: now + Math.min(REST * (now - startedAt), MAX_REST_MS), completeUntil: followed });
      }
      last = stale.length < BATCH ? undefined : stale.at(-1);
    } while (last);
    if (completeUntil) await saveProgress(db, 'analyses', completeUntil);
  };
}

const earliest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other && (one < other ? one : other);

/** One day after the other of a company, on all replicas. */
async function addUpDay({ db, clock }: { db: Knex; clock: Clock }, companyId: string, day: ZonedDay): Promise<void> {
  await forCompany(db, companyId, async (trx) => {
    await lockName(trx, `fact-sums ${companyId}`);
    await clearStaleFactDay(trx, companyId, day);
    if (day < firstWholeDay(clock)) return;
    const timeZone = await loadTimeZone(trx, companyId);
    const sums = createFactSums();
    for await (const facts of readFacts(trx, companyId, day, timeZone)) for (const fact of facts) sums.add(fact);
    await replaceFactSums(trx, companyId, day, sums.get());
  });
}

/** Marks all days of a company that are kept as a whole: its zone was changed. Older sums stay. */
export const markAllFactDays = ({ db, clock }: { db: Knex; clock: Clock }, companyId: string): Promise<void> =>
  forCompany(db, companyId, async (trx) => {
    await lockName(trx, `fact-sums ${companyId}`);
    await renewFactDays(trx, companyId, firstWholeDay(clock), await loadTimeZone(trx, companyId));
  });

/** Deletes facts and events past their retention. docs/insight.md N8.5. */
export async function expireOldFacts({ db, clock }: { db: Knex; clock: Clock }, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - FACT_DAYS * DAY_MS);
  while (!signal.aborted) {
    const old = await listOldFacts(db, before, EXPIRE_BATCH);
    for (const [companyId, hashes] of old) await forCompany(db, companyId, (trx) => foldFacts(trx, companyId, hashes));
    const events = await expireEvents(db, before, EXPIRE_BATCH);
    if (old.size === 0 && events < EXPIRE_BATCH) return;
  }
}
