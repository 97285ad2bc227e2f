import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
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

/**
 * Stores the sums of a day in place of earlier ones.
 * @param pieces - JSON of `DayStats`. Matches of this process come in between.
 */
export async function writeLearningDayJson(
  db: Db,
  { companyId, funnelId, day }: FunnelDay,
  pieces: Iterable<string>,
): Promise<void> {
  const data = await buffer(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }).pipe(createGzip()));
  await db('learning_days')
    .insert({ company_id: companyId, funnel_id: funnelId, day, data, checksum: sha256(data), updated_at: db.fn.now() })
    .onConflict(['company_id', 'funnel_id', 'day'])
    .merge();
}

/** The same for sums that are small. */
export const writeLearningDay = (db: Db, day: FunnelDay, stats: DayStats): Promise<void> =>
  writeLearningDayJson(db, day, [JSON.stringify(stats)]);
