import { type Clock, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { saveEvents, saveFacts } from '../db/analysis-facts.js';
import { readCursor, writeCursor } from '../db/follower-cursors.js';
import { saveProgress } from '../db/sum-progress.js';
import type { AnalysisEvents, AnalysisFact } from '../domain/facts/analysis-fact.js';

/** Pages per run; the next run continues. */
const MAX_PAGES = 2_000;

/** A list that is followed: what changed since a cursor, and the next cursor. */
export type ListPage<T> = (cursor: string) => Promise<{ items: T[]; cursor: string; isLast: boolean }>;

/** Follows the analyses of analysis-svc; resolves with whether any changed. Idempotent; all replicas may run it. docs/insight.md N20. */
export const followFacts = (deps: { db: Knex; clock: Clock; list: ListPage<AnalysisFact> }) =>
  createFollower(deps, 'facts', (trx, companyId, facts) => saveFacts(trx, companyId, facts));

/** Follows the interaction events of matcher-svc, likewise. */
export const followEvents = (deps: { db: Knex; clock: Clock; list: ListPage<AnalysisEvents> }) =>
  createFollower(deps, 'events', (trx, companyId, events) => saveEvents(trx, companyId, events, deps.clock.now()));

function createFollower<T extends { companyId: string }>(
  { db, clock, list }: { db: Knex; clock: Clock; list: ListPage<T> },
  name: 'facts' | 'events',
  save: (trx: Knex.Transaction, companyId: string, items: T[]) => Promise<void>,
) {
  return async (signal: AbortSignal): Promise<boolean> => {
    let isChanged = false;
    let cursor = await readCursor(db, name);
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
      const startedAt = clock.now();
      const { items, cursor: next, isLast } = await list(cursor);
      for (const [companyId, own] of groupByCompany(items)) {
        await forCompany(db, companyId, (trx) => save(trx, companyId, own));
      }
      if (next !== cursor && items.length > 0) await writeCursor(db, name, next);
      cursor = next;
      isChanged ||= items.length > 0;
      if (!isLast) continue;
      await saveProgress(db, name, startedAt);
      break;
    }
    return isChanged;
  };
}

function groupByCompany<T extends { companyId: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.companyId, [...(groups.get(item.companyId) ?? []), item]);
  return groups;
}
