import { createDatabase, createInProcessBus, createLogger, systemClock } from '@svc/kit';
import { connectOwner } from '@svc/kit/testing';
import { MIGRATIONS } from '../app.js';
import { type Session, withSession } from '../db/session.js';
import { inNewDatabase } from '../testing/in-new-database.js';
import { seededCsvLines } from '../testing/seeded-feed.js';
import { createImporter, type ImportRequest } from '../usecases/importer.js';

/** Medians over the rounds. */
export interface ImportMeasurement {
  rows: number;
  bytes: number;
  /** Bare COPY of the same file into a table with a primary key. */
  copyMs: number;
  /** First import into an empty catalog: upload, validation, staging, comparison, merge. */
  importMs: number;
  /** The same file again: nothing changes. */
  repeatMs: number;
  /** A file in which a tenth of the variants has another price. */
  updateMs: number;
  /** `copyMs / importMs`; docs/performance.md P9 wants 0.33 and aims at 0.5. */
  ratio: number;
  /** Most resident memory during an import above that before it, bytes. */
  rssGrowthBytes: number;
}

/**
 * P9: imports seeded rows against a bare COPY of the same bytes, in turn, in one new database of the server.
 * @param options.databaseUrl - of a user who may create databases.
 */
export async function measureImport(options: {
  databaseUrl: string;
  rows?: number;
  rounds?: number;
}): Promise<ImportMeasurement> {
  return inNewDatabase(options.databaseUrl, (url) => measureIn(url, options.rows ?? 200_000, options.rounds ?? 3));
}

async function measureIn(url: string, rows: number, rounds: number): Promise<ImportMeasurement> {
  const log = createLogger({ name: 'bench', level: 'error' });
  const database = createDatabase({ url, schema: 'catalog', migrationsDirectory: MIGRATIONS, log });
  await database.migrate();
  const { knex: db } = database;
  const owner = connectOwner(url, 'catalog');
  const importer = createImporter({ db, bus: createInProcessBus(), clock: systemClock, log });
  const file = Buffer.from(seededCsv(rows));
  const changed = Buffer.from(seededCsv(rows).replaceAll(';19.90;', ';18.90;'));
  const times = { copy: [] as number[], first: [] as number[], repeat: [] as number[], update: [] as number[] };
  let rssGrowthBytes = 0;

  async function timed(companyId: string, bytes: Buffer): Promise<number> {
    const before = process.memoryUsage.rss();
    const sampling = setInterval(() => {
      rssGrowthBytes = Math.max(rssGrowthBytes, process.memoryUsage.rss() - before);
    }, 10);
    const started = performance.now();
    const request: ImportRequest = {
      companyId,
      currency: 'EUR',
      dryRun: false,
      source: 'UPLOAD',
      format: 'auto',
      mapping: undefined,
    };
    const { ended } = await importer.start(request, () => pieces(bytes), new AbortController().signal);
    const { run } = await ended;
    const elapsed = performance.now() - started;
    clearInterval(sampling);
    if (run.state !== 'SUCCEEDED' || run.report.read !== rows) throw new Error(`import ${run.state}: ${run.reason}`);
    return elapsed;
  }

  try {
    for (let round = 0; round <= rounds; round++) {
      const companyId = `bench-${round}`;
      const copy = await withSession(owner, null, (session) => bareCopy(session, file));
      const first = await timed(companyId, file);
      const repeat = await timed(companyId, file);
      const update = await timed(companyId, changed);
      await owner.raw('truncate catalogs, products, variants');
      // The first round warms up.
      if (round === 0) continue;
      times.copy.push(copy);
      times.first.push(first);
      times.repeat.push(repeat);
      times.update.push(update);
    }
  } finally {
    await importer.stop();
    await owner.destroy();
    await database.close();
  }
  const copyMs = median(times.copy);
  const importMs = median(times.first);
  return {
    rows,
    bytes: file.length,
    copyMs,
    importMs,
    repeatMs: median(times.repeat),
    updateMs: median(times.update),
    ratio: copyMs / importMs,
    rssGrowthBytes,
  };
}

async function bareCopy(session: Session, file: Buffer): Promise<number> {
  const columns = seededCsv(0).trimEnd().split(';');
  await session.query('drop table if exists bench_copy');
  await session.query(
    `create table bench_copy (${columns.map((column) => `"${column}" text collate "C"`).join(', ')}, primary key ("id"))`,
  );
  const started = performance.now();
  await session.copy(`copy bench_copy from stdin (format csv, delimiter ';', header)`, pieces(file));
  const elapsed = performance.now() - started;
  await session.query('drop table bench_copy');
  return elapsed;
}

const seededCsv = (rows: number): string => [...seededCsvLines(rows)].join('');

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 64 * 1024) yield file.subarray(at, at + 64 * 1024);
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
