import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Db, json, type Logger, sha256 } from '@svc/kit';
import type { UtcDay } from '../events/utc-day.js';
import type { DayStats } from '../learning/day-stats.js';
import { type FunnelDay, markStale } from './events/stale-days.js';

interface Row {
  day: UtcDay;
  data: Buffer;
  checksum: Buffer;
}

/**
 * The sums of a funnel's days from `sinceDay` on, in order. A damaged one is left out, and added up again within a minute
 * or so if its events are still there.
 */
export async function listLearningDays(
  db: Db,
  companyId: string,
  funnelId: string,
  sinceDay: UtcDay,
  log?: Logger,
): Promise<{ day: UtcDay; stats: DayStats }[]> {
  const rows = await db('learning_days')
    .where({ company_id: companyId, funnel_id: funnelId })
    .where('day', '>=', sinceDay)
    .orderBy('day')
    .select<Row[]>(db.raw('day::text as day'), 'data', 'checksum');
  const days: { day: UtcDay; stats: DayStats }[] = [];
  for (const { day, data, checksum } of rows) {
    const stats = await decode(data, checksum);
    if (stats) days.push({ day, stats });
    else {
      log?.error({ companyId, funnelId, day }, 'the interactions of a day are damaged; the day is left out');
      await markStale(db, { companyId, funnelId, day });
    }
  }
  return days;
}

/** Null for a damaged row. */
async function decode(data: Buffer, checksum: Buffer): Promise<DayStats | null> {
  if (!sha256(data).equals(checksum)) return null;
  try {
    return json.decode<DayStats>(await promisify(gunzip)(data));
  } catch {
    return null;
  }
}

/** Stores the sums of a day in place of earlier ones. */
export async function writeLearningDay(
  db: Db,
  { companyId, funnelId, day }: FunnelDay,
  stats: DayStats,
): Promise<void> {
  const data = await promisify(gzip)(json.encode(stats));
  await db('learning_days')
    .insert({ company_id: companyId, funnel_id: funnelId, day, data, checksum: sha256(data), updated_at: db.fn.now() })
    .onConflict(['company_id', 'funnel_id', 'day'])
    .merge();
}
