import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { countFailedWork } from './count-failed-work.js';

const DAY_MS = 86_400_000;
let all: TestDeliveries;
beforeAll(async () => {
  all = await startDeliveries();
});
afterAll(() => all.stop());

async function end(state: 'DEAD' | 'DELIVERED', daysAgo: number): Promise<Date> {
  const finishedAt = new Date(Date.now() - daysAgo * DAY_MS);
  const id = await all.submit({ body: '{}' });
  await all.db('deliveries').where({ id }).update({ state, finished_at: finishedAt });
  return finishedAt;
}

it('counts deliveries that failed for good within 7 days, and dead jobs (docs/operations.md "State of the platform")', async () => {
  await end('DEAD', 6);
  const newestAt = await end('DEAD', 1);
  await end('DEAD', 8);
  await end('DELIVERED', 0);
  const deadAt = new Date('2026-11-20T10:00:00Z');
  await all.db('jobs').insert({ task: 'deliver', payload: '{}', run_at: deadAt, dead_at: deadAt });
  expect(await countFailedWork(all.db)).toEqual([
    { kind: 'deliveries', count: 2, newestAt },
    { kind: 'jobs', count: 1, newestAt: deadAt },
  ]);
});
