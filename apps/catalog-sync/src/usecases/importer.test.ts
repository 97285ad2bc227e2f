import { createInProcessBus, systemClock } from '@svc/kit';
import { testDatabase, testLogger } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../app.js';
import { listRuns } from '../db/import-runs.js';
import { nativeCsv } from '../testing/native-csv.js';
import { createImporter, type ImportRequest } from './importer.js';

let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
});
afterAll(() => test.drop());

function start(timeouts: { timeoutMs?: number; stopTimeoutMs?: number } = {}) {
  const { knex: db } = test.database;
  const importer = createImporter({
    db,
    bus: createInProcessBus(),
    clock: systemClock,
    log: testLogger(),
    ...timeouts,
  });
  return {
    stop: importer.stop,
    startImport: (wanted: ImportRequest, chunks: AsyncIterable<Buffer>) => importer.start(wanted, () => chunks, never),
    /** The finished run. */
    async importFile(wanted: ImportRequest, chunks: AsyncIterable<Buffer>, signal: AbortSignal) {
      const { ended } = await importer.start(wanted, () => chunks, signal);
      return (await ended).run;
    },
  };
}

const request = (companyId: string): ImportRequest => ({
  companyId,
  currency: undefined,
  dryRun: false,
  source: 'UPLOAD',
  format: 'auto',
  mapping: undefined,
});
const never = new AbortController().signal;

/** A file whose second half comes when `release` is called. */
function gatedFile() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const file = Buffer.from(nativeCsv(50));
  async function* chunks() {
    yield file.subarray(0, 500);
    await gate;
    yield file.subarray(500);
  }
  return { chunks: chunks(), release };
}

const variantCount = async (companyId: string) =>
  Number((await test.owner('variants').where({ company_id: companyId }).count())[0]?.count);

describe('createImporter', () => {
  it('a sender that stops sending times out after 10 minutes (docs/reliability.md R5.3)', async () => {
    const run = await start({ timeoutMs: 100 }).importFile(request('silent'), gatedFile().chunks, never);
    expect(run).toMatchObject({ state: 'FAILED', reason: 'The import took longer than 10 minutes.' });
  });

  it('stop interrupts runs that do not end by themselves, with a reason', async () => {
    const importer = start({ stopTimeoutMs: 50 });
    const run = importer.importFile(request('stopped'), gatedFile().chunks, never);
    await expect.poll(async () => (await listRuns(test.owner, 'stopped', { limit: 1 })).runs.length).toBe(1);
    await importer.stop();
    expect(await run).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/service was stopped/) });
    await expect(importer.importFile(request('x'), gatedFile().chunks, never)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it.each([
    ['UPLOAD', 'The upload was interrupted before the end of the file. Upload the file again.'],
    ['FEED', 'The service was stopped. The feed will be fetched again automatically.'],
    ['SHOPIFY', 'The service was stopped. The shop will be read again automatically.'],
  ] as const)('a sender (%s) that aborts fails the run, with a reason for its source', async (source, reason) => {
    const companyId = `aborted ${source}`;
    const sender = new AbortController();
    const run = start().importFile({ ...request(companyId), source }, gatedFile().chunks, sender.signal);
    await expect.poll(async () => (await listRuns(test.owner, companyId, { limit: 1 })).runs.length).toBe(1);
    sender.abort();
    expect(await run).toMatchObject({ state: 'FAILED', reason });
  });

  it('stop waits for a run that ends soon', async () => {
    const importer = start();
    const { chunks, release } = gatedFile();
    // Its row is visible a moment before the importer knows that it has begun.
    const { ended } = await importer.startImport(request('waited'), chunks);
    const stopped = importer.stop();
    release();
    await stopped;
    expect((await ended).run).toMatchObject({ state: 'SUCCEEDED' });
  });

  it('a run that was marked as abandoned commits nothing, even if it continues', async () => {
    const { chunks, release } = gatedFile();
    const run = start().importFile(request('lease'), chunks, never);
    await expect.poll(async () => (await listRuns(test.owner, 'lease', { limit: 1 })).runs.length).toBe(1);
    // In one transaction, as the run extends its lease every 2 s; listing marks runs whose lease has ended.
    await test.owner.transaction(async (trx) => {
      await trx.raw(`update import_runs set lease_until = now() - interval '1 s' where company_id = 'lease'`);
      expect((await listRuns(trx, 'lease', { limit: 1 })).runs).toMatchObject([{ state: 'FAILED' }]);
    });
    const other = await start().importFile(request('lease'), gatedAndReleased(), never);
    expect(other.state).toBe('SUCCEEDED');
    await test.owner('variants').where({ company_id: 'lease' }).delete();
    release();
    expect(await run).toMatchObject({
      state: 'FAILED',
      reason: expect.stringMatching(/The service or its database stopped/),
    });
    expect(await variantCount('lease')).toBe(0);
  });

  it('a source that fails leaves a FAILED run and no catalog', async () => {
    async function* failing() {
      yield Buffer.from('id;name;url\n');
      throw new Error('disk on fire');
    }
    const run = await start().importFile(request('failing'), failing(), never);
    expect(run).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/a bug in the service/) });
    expect(await variantCount('failing')).toBe(0);
  });

  it('a file over 100 MB is refused while it arrives', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1024 * 1024;
        yield Buffer.alloc(1024 * 1024, 'x');
      }
    }
    const run = await start().importFile(request('large'), endless(), never);
    expect(run).toMatchObject({ state: 'FAILED', reason: 'The file is larger than 100 MB.' });
    expect(sent).toBeLessThanOrEqual(102 * 1024 * 1024);
  });
});

function gatedAndReleased() {
  const { chunks, release } = gatedFile();
  release();
  return chunks;
}
