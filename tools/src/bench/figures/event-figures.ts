import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { measureEvents } from '@svc/matcher-svc/events-bench';
import type { Row } from '../compare.js';

/** Interaction events: taking batches in against bare inserts of as many rows, and adding a large day up. */
export async function eventFigures(options: { seconds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  try {
    const { batchesPerSecond, bareInsertsPerSecond, day } = await measureEvents({
      databaseUrl: postgres.url,
      seconds: options.seconds,
    });
    return [
      {
        id: 'E1',
        figure: 'batches of 10 events against bare inserts of 10 rows',
        ratio: batchesPerSecond / bareInsertsPerSecond,
        note: `${Math.round(batchesPerSecond)} against ${Math.round(bareInsertsPerSecond)} a second`,
      },
      {
        id: 'E2',
        figure: `adding up a day of ${day.sessions.toLocaleString('en')} sessions, seconds`,
        ratio: day.ms / 1000,
        note: `${day.events.toLocaleString('en')} events; heap + ${Math.round(day.heapGrowthBytes / 2 ** 20)} MiB; longest stall ${day.longestStallMs.toFixed(0)} ms`,
      },
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
