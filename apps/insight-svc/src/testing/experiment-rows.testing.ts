import { assignArm } from '@svc/kit';
import { COMPANY } from './experiments.testing.js';
import type { TestService } from './test-service.testing.js';

/**
 * Visits of a test as raw rows, with what they did. Arms and events are the same for every salt, so that no run finds a difference by
 * chance; only the ids follow the salt.
 */
export async function seedVisits(
  { db }: Pick<TestService, 'db'>,
  experimentId: string,
  salt: string,
  rates: Record<string, number>,
  units: number,
) {
  const random = createRandom(7);
  const rows = [];
  const arms: Record<string, { shown: number; started: number; finished: number }> = {};
  for (let unit = 0; unit < units; unit += 1) {
    const key = random() < 0.5 ? 'A' : 'B';
    const id = findVisit(salt, unit, key);
    const day = 2 + Math.floor(random() * 9);
    const at = new Date(Date.UTC(2026, 2, day, Math.floor(random() * 24), Math.floor(random() * 60)));
    const [isShown, isStarted, isFinished] = [random() < 0.98, random() < 0.8, random() < rates[key]!];
    const events: number[][] = isShown ? [[0, 1, 1, 500]] : [[0, 5, 1, 500]];
    if (isStarted) events.push([1, 2, 1, 2_000]);
    if (isStarted && isFinished) events.push([2, 4, 1, 3_000]);
    const sums = arms[key] ?? { shown: 0, started: 0, finished: 0 };
    arms[key] = sums;
    if (isShown) sums.shown += 1;
    if (isShown && isStarted) sums.started += 1;
    if (isShown && isStarted && isFinished) sums.finished += 1;
    rows.push({
      ...{ company_id: COMPANY, day: at.toISOString().slice(0, 10), visit_id: id, funnel_id: 'funnel-1' },
      ...{ version_id: `version-${key}`, source: '', locale: 'en', device: 'PHONE', started_at: at },
      ...{ events: JSON.stringify(events), experiment_id: experimentId, arm: key },
    });
  }
  await db.batchInsert('visits', rows, 500);
  return arms;
}

/** An id of a visit that the salt assigns to the arm; ids ascend with the units. */
function findVisit(salt: string, unit: number, key: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = `visit-${String(unit * 100 + attempt).padStart(16, '0')}`;
    if ((assignArm(salt, id, [1, 1]) === 0 ? 'A' : 'B') === key) return id;
  }
}

/** Mulberry32: the same numbers each time. */
export function createRandom(seedOf: number): () => number {
  let state = seedOf;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface StoredOrder {
  key: string;
  at: string;
  amount: number;
  /** Of the analysis that it is credited to. */
  hash: Buffer | undefined;
  refunded?: number;
}

/** A verified order with one line, credited to an analysis, and perhaps refunded in part. */
export async function storeOrder(
  { db }: Pick<TestService, 'db'>,
  { key, at, amount, hash, refunded = 0 }: StoredOrder,
): Promise<void> {
  const ids = { company_id: COMPANY, order_key: key };
  await db('orders').insert({
    ...{ ...ids, kind: 'VERIFIED', content_hash: Buffer.alloc(32), ordered_at: at, currency: 'EUR', window_days: 7 },
    ...{ totals_include_tax: true, had_chat: null, names_unknown_analyses_only: false, received_at: at },
  });
  const line = { ...ids, line_key: '1' };
  await db('order_lines').insert({ ...line, variant_id: 'V1', quantity: 1, price: amount, amount });
  if (hash) {
    await db('attributions').insert({
      ...line,
      analysis_hash: hash,
      funnel_id: 'funnel-1',
      rule: 'DIRECT',
      proof: 'CONFIRMED',
    });
  }
  if (refunded > 0) {
    await db('refunds').insert({
      ...{ ...line, refund_key: `refund-${key}`, content_hash: Buffer.alloc(32), refunded_at: at, amount: refunded },
      received_at: at,
    });
  }
}
