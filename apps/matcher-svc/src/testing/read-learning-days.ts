import { gunzipSync } from 'node:zlib';
import type { UtcDay } from '@svc/domain';
import { type Db, json, sha256 } from '@svc/kit';
import { expect } from 'vitest';
import type { DayStats } from '../learning/day-stats.js';

/** The sums of a company's days from `since` on, in order, after checking that they are sound. */
export async function readLearningDays(
  db: Db,
  companyId: string,
  since: UtcDay = '2000-01-01',
): Promise<{ day: UtcDay; stats: DayStats }[]> {
  const rows = await db('learning_days')
    .where({ company_id: companyId })
    .where('day', '>=', since)
    .orderBy('day')
    .select<{ day: UtcDay; data: Buffer; checksum: Buffer }[]>(db.raw('day::text as day'), 'data', 'checksum');
  return rows.map(({ day, data, checksum }) => {
    expect(sha256(data)).toEqual(checksum);
    return { day, stats: json.decode<DayStats>(gunzipSync(data)) };
  });
}
