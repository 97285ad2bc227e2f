import { afterAll, beforeAll, expect, it } from 'vitest';
import { countFailedWork } from './db/count-failed-work.js';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

it('counts imports that failed within 7 days, without checks (docs/operations.md "State of the platform")', async () => {
  await catalog.importCsv('a', 'name\nno column for ids');
  await catalog.importCsv('b', 'name\nno column for ids', { dryRun: true });
  await catalog.importCsv('d', nativeCsv(1));
  await catalog.importCsv('c', 'name\nno column for ids');
  await catalog
    .owner('import_runs')
    .where({ company_id: 'c' })
    .update({ finished_at: new Date(Date.now() - 8 * 86_400_000) });
  expect(await countFailedWork(catalog.database.knex)).toEqual([
    { kind: 'imports', count: 1, newestAt: expect.any(Date) },
    { kind: 'jobs', count: 0, newestAt: undefined },
  ]);
});
