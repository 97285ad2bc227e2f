import { addDays, type UtcDay } from '@svc/domain';
import { forCompany, type PreparedStatement, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';
import {
  type FunnelVisit,
  type FunnelVisitEvent,
  MAX_VISIT_EVENTS,
  VISIT_EVENT_TYPES,
} from '../domain/visits/funnel-visit.js';
import { hashVisitor } from './exposures.js';

/** Reports of one visit may disagree about its beginning by the time that they were on their way. */
const SAVE: PreparedStatement = {
  name: 'save-visit',
  text: `with known as materialized (
       select day from visits
        where company_id = $1 and visit_id = $3 and day between $2::date - 1 and $2::date + 1
        order by day limit 1
     )
     insert into visits (company_id, day, visit_id, funnel_id, version_id, source, locale, device, started_at, events, experiment_id, arm, visitor_hash)
     select $1, coalesce((select day from known), $2::date), $3, $4, $5, $6, $7, $8, $9::timestamptz, $10::jsonb, $11, $12, $13
     on conflict (company_id, day, visit_id) do update
       set events = visits.events || (
             select coalesce(jsonb_agg(new), '[]') from jsonb_array_elements(excluded.events) new
              where not exists (select from jsonb_array_elements(visits.events) old where old->0 = new->0)),
           updated_at = now()
       where visits.funnel_id = excluded.funnel_id and visits.version_id = excluded.version_id
         and jsonb_array_length(visits.events) < ${MAX_VISIT_EVENTS}
     returning not exists (select from known) as is_new`,
};

/**
 * Stores the events of a visit whose numbers are new, in one statement, which shares its commit with those of other visits.
 * @param events - their numbers differ.
 * @returns whether the visit is a new one; REFUSED: it is one of another funnel or version, or has all the events that it may.
 */
export async function saveVisit(
  db: Knex,
  companyId: string,
  visit: FunnelVisit & { day: UtcDay; startedAt: Date },
  events: readonly FunnelVisitEvent[],
): Promise<'NEW' | 'KNOWN' | 'REFUSED'> {
  const { rows } = await writePrepared<{ is_new: boolean }>(db, companyId, SAVE, [
    ...[companyId, visit.day, visit.visitId, visit.funnelId, visit.versionId, visit.source, visit.locale],
    ...[visit.device, visit.startedAt.toISOString(), JSON.stringify(events.map(toRow))],
    ...[visit.experiment?.id ?? null, visit.experiment?.arm ?? null],
    // Only a test counts by visitors.
    visit.experiment && visit.visitorId !== undefined ? hashVisitor(companyId, visit.visitorId) : null,
  ]);
  const [row] = rows;
  if (!row) return 'REFUSED';
  return row.is_new ? 'NEW' : 'KNOWN';
}

/** Why `saveVisit` stored nothing. */
export async function explainRefusal(
  db: Knex,
  companyId: string,
  { visitId, funnelId, versionId }: FunnelVisit,
  day: UtcDay,
): Promise<'OTHER_VISIT' | 'TOO_MANY_EVENTS'> {
  const same = { company_id: companyId, visit_id: visitId, funnel_id: funnelId, version_id: versionId };
  const found = await forCompany(db, companyId, (trx) =>
    trx('visits')
      .where(same)
      .whereBetween('day', [addDays(day, -1), addDays(day, 1)])
      .first('day'),
  );
  return found ? 'TOO_MANY_EVENTS' : 'OTHER_VISIT';
}

const toRow = ({ n, type, stepId, atMs }: FunnelVisitEvent): number[] => [
  n,
  VISIT_EVENT_TYPES.indexOf(type) + 1,
  stepId,
  atMs,
];
