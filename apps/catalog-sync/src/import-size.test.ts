import { createInProcessBus, systemClock } from '@svc/kit';
import { scaleTimeout, testDatabase, testLogger } from '@svc/kit/testing';
import { expect, it } from 'vitest';
import { MIGRATIONS } from './app.js';
import { seededCsvLines, toChunks } from './testing/seeded-feed.js';
import { createImporter } from './usecases/importer.js';

const ROWS = 200_000;

it('200,000 rows take at most 60 s and 150 MB of memory, as a first file and as one with changes (docs/reliability.md R5.3)', {
  timeout: scaleTimeout(60_000),
}, async () => {
  const { database, drop } = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
  const importer = createImporter({
    db: database.knex,
    bus: createInProcessBus(),
    clock: systemClock,
    log: testLogger(),
  });
  const request = { companyId: 'company-1', currency: 'EUR', dryRun: false, source: 'UPLOAD', format: 'auto' } as const;
  /** Imports a file; memory is what it takes above what was taken before. */
  async function run(file: readonly Buffer[]) {
    const before = process.memoryUsage.rss();
    let bytes = 0;
    const sampling = setInterval(() => {
      bytes = Math.max(bytes, process.memoryUsage.rss() - before);
    }, 10);
    async function* chunks() {
      yield* file;
    }
    const { ended } = await importer.start({ ...request, mapping: undefined }, chunks, new AbortController().signal);
    const { state, reason, report } = (await ended).run;
    clearInterval(sampling);
    expect(bytes).toBeLessThan(150 * 1024 * 1024);
    return { state, reason, read: report.read, created: report.created, updated: report.updated };
  }

  // In chunks as a network hands them out.
  const first = [...toChunks(seededCsvLines(ROWS))];
  const changed = first.map((chunk) => Buffer.from(chunk.toString().replaceAll(';19.90;', ';18.90;')));
  expect(await run(first)).toMatchObject({ state: 'SUCCEEDED', read: ROWS, created: ROWS });
  // A tenth of the variants has another price.
  expect(await run(changed)).toMatchObject({ state: 'SUCCEEDED', read: ROWS, created: 0, updated: ROWS / 10 });
  await importer.stop();
  await drop();
});
