import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { type Db, sha256 } from '@svc/kit';
import type { DayStats } from '../learning/day-stats.js';
import type { FunnelDay } from './events/stale-days.js';

/**
 * Stores the statistics of a day, replacing earlier ones.
 * @param pieces - JSON of `DayStats`. Waiting matches run between two pieces.
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

/** Like `writeLearningDayJson`, for small statistics. */
export const writeLearningDay = (db: Db, day: FunnelDay, stats: DayStats): Promise<void> =>
  writeLearningDayJson(db, day, [JSON.stringify(stats)]);
