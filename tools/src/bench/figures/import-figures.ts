import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureImport } from '@svc/catalog-sync/bench';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import type { Row } from '../compare.js';
import { importMemoryRows } from './import-memory-figures.js';

/** P9 of docs/performance.md: importing validated rows against a bare COPY of the same file with a primary key. */
export async function importFigures(options: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  try {
    const measured = await measureImport({ databaseUrl: postgres.url, rounds: options.rounds });
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
    return [
      ...(await importMemoryRows(postgres.url)),
      {
        id: 'P9',
        figure: `import of ${measured.rows.toLocaleString('en')} rows against COPY`,
        ratio: measured.ratio,
        must: '≥ 0.33',
        note: `${seconds(measured.importMs)} against ${seconds(measured.copyMs)}; RSS + ${Math.round(measured.rssGrowthBytes / 2 ** 20)} MiB`,
      },
      {
        id: 'P9',
        figure: 'the same file again against the first import',
        ratio: measured.repeatMs / measured.importMs,
        note: `${seconds(measured.repeatMs)}; a tenth of the prices changed: ${seconds(measured.updateMs)}`,
      },
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
