import { createLogger, createServiceStatus, startMetricsServer } from '@svc/kit';
import { type TestDatabase, testDatabase } from '@svc/kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { saveProgress } from './db/sum-progress.js';
import { migrationsDirectory } from './testing/test-service.testing.js';
import { measureLag } from './usecases/measure-lag.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'insight', migrationsDirectory });
});
afterAll(() => test.drop());
beforeEach(() => test.database.knex('sum_progress').delete());

const HOUR_S = 3_600;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_S * 1_000);

/** The age that is shown after a run. */
async function measure(run: () => Promise<void>): Promise<number> {
  const metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  const status = createServiceStatus({ log: createLogger({ name: 'test', level: 'silent' }) });
  const lag = measureLag(test.database.knex, 'visits', run, status);
  await lag.run(new AbortController().signal).catch(() => undefined);
  const text = await (await fetch(`http://${metrics.address}/metrics`)).text();
  lag.stop();
  await metrics.close();
  return Number(/^svc_insight_lag_seconds\{sums="visits"\} (.+)$/m.exec(text)?.[1]);
}

// docs/metrics.md "Names"
it('the age of sums is small after a run, and that of the last complete run when one is not', async () => {
  await saveProgress(test.database.knex, 'visits', hoursAgo(2));
  expect(await measure(() => Promise.reject(new Error('not added up')))).toBeGreaterThan(1.9 * HOUR_S);
  expect(await measure(() => saveProgress(test.database.knex, 'visits', new Date()))).toBeLessThan(HOUR_S);
});

it('what another replica added up counts, also after a failure of the own run', async () => {
  await saveProgress(test.database.knex, 'visits', hoursAgo(2));
  const lag = await measure(async () => {
    await saveProgress(test.database.knex, 'visits', new Date());
    throw new Error('not added up');
  });
  expect(lag).toBeLessThan(HOUR_S);
});

it('before the first sums, and of a clock behind that of the database, there is no lag', async () => {
  expect(await measure(async () => {})).toBeLessThan(HOUR_S);
  const ahead = await measure(() => saveProgress(test.database.knex, 'visits', hoursAgo(-1)));
  expect(ahead).toBe(0);
});
