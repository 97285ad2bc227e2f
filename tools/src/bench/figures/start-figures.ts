import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { freePorts } from '../../launcher/ports.js';
import type { Row } from '../compare.js';
import { bareServer, servicesAlone, wholeSystem } from '../processes/children.js';

/** P11 of docs/performance.md: how long things take to start, against bare `node:http`. */
export async function startFigures(options: { rounds: number }): Promise<Row[]> {
  const bare: number[] = [];
  const services: number[] = [];
  const first: number[] = [];
  const later: number[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  await (await servicesAlone(postgres.url)).stop(); // Migrates.
  for (let round = 0; round < options.rounds; round++) {
    bare.push(await timed(() => bareServer('{}')));
    services.push(await timed(() => servicesAlone(postgres.url)));
    const data = join(folder, `start-${round}`);
    const start = async () => {
      const [port] = await freePorts(1);
      return wholeSystem({ PORT: String(port), DATA_DIR: data, DEMO: 'true' });
    };
    first.push(await timed(start));
    later.push(await timed(start));
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  const base = median(bare);
  const row = (figure: string, ms: number, must?: string): Row => ({
    id: 'P11',
    figure,
    ratio: ms / base,
    ...(must ? { must } : {}),
    note: `${Math.round(ms)} ms against ${Math.round(base)} ms of bare node:http`,
  });
  return [
    row('five services on a running database', median(services), '≤ 8'),
    row('everything with its database and the demo, first start', median(first)),
    row('the same, later start', median(later)),
  ];
}

async function timed(start: () => Promise<{ stop(): Promise<void> }>): Promise<number> {
  const startedAt = performance.now();
  const child = await start();
  const elapsed = performance.now() - startedAt;
  await child.stop();
  return elapsed;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
