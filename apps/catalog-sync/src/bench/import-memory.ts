import { createDatabase, createInProcessBus, createLogger, createOutbound, systemClock } from '@svc/kit';
import { MIGRATIONS } from '../app.js';
import { fetchBulkResult } from '../shopify/sync/fetch-bulk-result.js';
import { stageBulkResult } from '../shopify/sync/stage-bulk-result.js';
import { inNewDatabase } from '../testing/in-new-database.js';
import { seededCsvLines, toChunks } from '../testing/seeded-feed.js';
import { createImporter, type ImportRequest } from '../usecases/importer.js';

export { seededBulkLines, toChunks } from '../testing/seeded-feed.js';

/** A file, or the result of a bulk operation of Shopify at this address. */
export type MemoryCase = { kind: 'csv' } | { kind: 'shopify'; getUrl(variants: number): string };

/** Bytes and milliseconds. */
export interface ImportMemory {
  /** Resident before the import: services loaded, a small import done, garbage collected. */
  beforeBytes: number;
  /** Most that was ever resident, as the system counts. */
  peakBytes: number;
  ms: number;
}

const WARM_UP_ROWS = 2_000;

/**
 * Imports a first catalog in a process that does nothing else; needs `--expose-gc`. One case a process, since memory that an import
 * had is not all given back and would make the next one look smaller.
 * @param options.databaseUrl - of a user who may create databases.
 */
export async function measureImportMemory(
  what: MemoryCase,
  options: { databaseUrl: string; rows: number },
): Promise<ImportMemory> {
  return inNewDatabase(options.databaseUrl, (url) => measureIn(url, what, options.rows));
}

async function measureIn(url: string, what: MemoryCase, variants: number): Promise<ImportMemory> {
  const log = createLogger({ name: 'bench', level: 'error' });
  const database = createDatabase({ url, schema: 'catalog', migrationsDirectory: MIGRATIONS, log });
  await database.migrate();
  const importer = createImporter({ db: database.knex, bus: createInProcessBus(), clock: systemClock, log });
  const outbound = createOutbound({ allowPrivateNetwork: true });

  async function run(companyId: string, rows: number): Promise<void> {
    const request: ImportRequest = {
      companyId,
      currency: 'EUR',
      dryRun: false,
      source: what.kind === 'csv' ? 'UPLOAD' : 'SHOPIFY',
      format: 'auto',
      mapping: undefined,
      ...(what.kind === 'shopify' ? { stage: stageBulkResult(rows * 1.2) } : {}),
    };
    const open = (signal: AbortSignal) => {
      if (what.kind === 'csv') return asyncly(toChunks(seededCsvLines(rows)));
      const operation = {
        status: 'COMPLETED',
        errorCode: null,
        objectCount: String(rows * 1.2),
        url: what.getUrl(rows),
      };
      return fetchBulkResult(outbound, 'COMPLETED', operation, signal);
    };
    const { ended } = await importer.start(request, open, new AbortController().signal);
    const { run: over } = await ended;
    if (over.state !== 'SUCCEEDED' || over.report.created !== rows) throw new Error(`${over.state}: ${over.reason}`);
  }

  try {
    await run('warm-up', WARM_UP_ROWS);
    const beforeBytes = await settledBytes();
    const started = performance.now();
    await run('measured', variants);
    const ms = performance.now() - started;
    return { beforeBytes, peakBytes: process.resourceUsage().maxRSS * 1024, ms };
  } finally {
    await importer.stop();
    await outbound.close();
    await database.close();
  }
}

/** Resident bytes once garbage is collected. */
async function settledBytes(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error('Run with --expose-gc.');
  for (let turn = 0; turn < 3; turn++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage.rss();
}

/** One piece a turn of the event loop, as messages come. */
async function* asyncly(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
