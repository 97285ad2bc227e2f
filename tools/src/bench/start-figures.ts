import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../launcher/ports.js';
import { bareServer, wholeSystem } from './children.js';
import type { Row } from './compare.js';

/** How long things take to start: bare `node:http`, then the whole system with its database, first and again. */
export async function startFigures(options: { rounds: number }): Promise<Row[]> {
  const bare: number[] = [];
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    bare.push(await timed(() => bareServer('{}')));
    const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
    const start = async () => {
      const [port] = await freePorts(1);
      return wholeSystem({ PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO: 'true' });
    };
    first.push(await timed(start));
    later.push(await timed(start));
    rmSync(folder, { recursive: true, force: true });
  }
  const base = median(bare);
  const row = (figure: string, ms: number): Row => ({
    id: 'start',
    figure,
    ratio: ms / base,
    note: `${Math.round(ms)} ms against ${Math.round(base)} ms of bare node:http`,
  });
  return [
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
