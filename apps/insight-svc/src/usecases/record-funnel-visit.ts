import { utcDay } from '@svc/domain';
import { type Clock, getProcessMetrics, isMissingPartition } from '@svc/kit';
import type { Knex } from 'knex';
import { explainRefusal, saveVisit } from '../db/save-visit.js';
import { createPartition } from '../db/visit-partitions.js';
import { toStoredSource } from '../domain/visits/contact-like.js';
import type { FunnelVisit, FunnelVisitEvent } from '../domain/visits/funnel-visit.js';
import { countRefusals } from './count-refusal.js';

/** Stores events of a visit. Those whose numbers are known are ignored: a batch may be sent again. docs/insight.md N2. */
export function recordFunnelVisit({ db, clock }: { db: Knex; clock: Clock }) {
  const refusals = countRefusals({ db, clock });
  return async (companyId: string, visit: FunnelVisit, events: readonly FunnelVisitEvent[]): Promise<void> => {
    const startedAt = new Date(clock.now().getTime() - Math.max(...events.map(({ atMs }) => atMs)));
    const day = utcDay(startedAt);
    const source = toStoredSource(visit.source);
    const save = () => saveVisit(db, companyId, { ...visit, source, startedAt, day }, withoutRepeated(events));
    const stored = await save().catch(async (error: unknown) => {
      if (!isMissingPartition(error)) throw error;
      await createPartition(db, day);
      return save();
    });
    const metrics = getProcessMetrics();
    metrics?.count('svc_visit_batches_total', { outcome: stored === 'REFUSED' ? 'refused' : 'stored' });
    if (stored === 'NEW') metrics?.count('svc_visits_total', {});
    if (stored === 'REFUSED') await refusals.count(companyId, 'VISIT', await explainRefusal(db, companyId, visit, day));
  };
}

/** The first of each number. */
function withoutRepeated(events: readonly FunnelVisitEvent[]): FunnelVisitEvent[] {
  const seen = new Set<number>();
  return events.filter(({ n }) => !seen.has(n) && seen.add(n));
}
