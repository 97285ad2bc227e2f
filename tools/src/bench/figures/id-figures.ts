import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomId } from '@svc/kit';
import { freePorts } from '../../launcher/ports.js';
import type { Row } from '../compare.js';
import { wholeSystem } from '../processes/children.js';

const REQUESTS = 2_000;
const MUST_MS = 1;

/** Ids that cannot be those of an analysis, each for another reason. */
const MALFORMED = ['x', 'a.b', '%00', '%zz', 'x'.repeat(65), '-'.repeat(22)];

/**
 * Whether the time of a 404 reveals that an id is malformed rather than unknown: the difference between the medians of 2,000 requests each,
 * over 1 ms. They are sent in turn over one connection, so that whatever else the machine does delays both.
 */
export async function idFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({ PORT: String(port), DATA_DIR: folder });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const measureTime = (method: string, id: string) => timeRequest({ agent, port, method, id });
  try {
    const rows: Row[] = [];
    for (const method of ['GET', 'HEAD']) {
      const malformed: number[] = [];
      const unknown: number[] = [];
      for (let turn = -200; turn < REQUESTS; turn++) {
        const times = [
          await measureTime(method, MALFORMED[Math.abs(turn) % MALFORMED.length] as string),
          await measureTime(method, randomId()),
        ] as const;
        if (turn < 0) continue; // Warm-up.
        malformed.push(times[0]);
        unknown.push(times[1]);
      }
      rows.push({
        id: 'docs/reliability.md R3.2',
        figure: `${method} of a malformed id against an unknown one, difference of the medians, of ${MUST_MS} ms`,
        ratio: Math.abs(median(malformed) - median(unknown)) / MUST_MS,
        must: '≤ 1',
        note: `${median(malformed).toFixed(3)} ms against ${median(unknown).toFixed(3)} ms, ${REQUESTS} each`,
      });
    }
    return rows;
  } finally {
    agent.destroy();
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeRequest(options: { agent: Agent; port: number; method: string; id: string }): Promise<number> {
  const { agent, port, method, id } = options;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(
      {
        agent,
        port,
        method,
        host: '127.0.0.1',
        path: `/api/v1/analyses/${id}/matches`,
        headers: { host: 'localhost' },
      },
      (response) => {
        if (response.statusCode !== 404) reject(new Error(`${id} was answered with ${response.statusCode}.`));
        response.resume();
        response.once('end', () => resolve(performance.now() - startedAt));
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
