import { DAY_MS, type ZonedDay, zonedDay } from '@svc/domain';
import type { Knex } from 'knex';
import { listDays, replaceDays } from '../../db/experiment-days.js';
import { loadWindowDays, readUnits } from '../../db/experiment-units.js';
import type { Experiment } from '../../domain/experiments/experiment.js';
import { createUnitSums, type FunnelUnit } from '../../domain/experiments/sum-units.js';
import { OF_ANALYSES, OF_VISITS, sumVisitOrders } from '../../domain/experiments/sum-visit-orders.js';

/** A visit that began before the end may be answered afterwards. */
const LATE_DAYS = 2;
const MEASURES = [...OF_ANALYSES, ...OF_VISITS];

/**
 * Clicks, carts, orders and revenue of a test of the questionnaire: of all analyses that it assigned, since an order or a refund of today
 * changes the day of its analysis. Its visits must have been added up before. docs/insight.md N13.14.
 */
export async function addUpVisitOrders(
  trx: Knex.Transaction,
  { companyId, id, design, revenueCap, currency, endedAt }: Experiment,
  { since, now, timeZone, firstUnits: from }: { since: Date; now: Date; timeZone: string; firstUnits: ZonedDay },
): Promise<void> {
  const { funnelId, arms } = design;
  // What no arm has is in no sum: the test assigns versions of its arms only.
  const getArm = ({ versionId }: FunnelUnit) => arms.find((arm) => arm.versionId === versionId)?.key ?? '';
  const sums = createUnitSums(getArm, revenueCap, MEASURES);
  const until = endedAt ? new Date(endedAt.getTime() + LATE_DAYS * DAY_MS) : now;
  const range = { companyId, funnelId, experimentId: id, since, until, timeZone, currency, now };
  for await (const units of readUnits(trx, range)) for (const unit of units) sums.add(unit);
  const days = await listDays(trx, companyId, id);
  const found = sumVisitOrders(
    sums.get(),
    days.filter(({ measure }) => measure === 'EXPOSURE'),
    { today: zonedDay(now, timeZone), windowDays: await loadWindowDays(trx, companyId) },
  );
  const replaced = { companyId, experimentId: id, from };
  await replaceDays(
    trx,
    replaced,
    MEASURES,
    found.filter(({ day }) => day >= from),
  );
}
