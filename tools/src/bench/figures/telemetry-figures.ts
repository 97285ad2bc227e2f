import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import autocannon from 'autocannon';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchAnswers, CHOICES } from '../load/seed.js';
import { separateProcesses } from '../processes/children.js';
import { processorUs } from '../processes/processor-time.js';
import { setUp } from './system-figures.js';

/** docs/metrics.md "What they cost". */
const MUST = '≥ 0.97';
/** As Prometheus does by default in the Compose file. */
const SCRAPE_EVERY_MS = 15_000;
/** Each analysis is matched once. */
const COLD_MATCHES_PER_PAIR = 1_500;
const CONNECTIONS = 32;
/** Short, so that both sides of a pair see the same machine. */
const SLICE_MS = 500;
const WARM_UP_MS = 5_000;

/**
 * What telemetry costs: processor time of P1, P2, P6 and P8 in a system of separate processes whose observation of requests, by metrics
 * that are scraped and traces of 1 % of the requests, is switched on and off twice a second. What is compared has the same code, caches
 * and machine. Each round has as many pairs as seconds.
 */
export async function telemetryFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  const collector = await startCollector();
  const [port] = (await freePorts(1)) as [number];
  const system = await separateProcesses(
    { PORT: String(port), BASE_DOMAIN: `localhost:${port}`, DATABASE_URL: postgres.url, PLATFORM_TOKEN },
    { collector: collector.origin },
  );
  const scraping = setInterval(() => {
    for (const metricsPort of system.metricsPorts) {
      fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        (response) => response.arrayBuffer(),
        () => undefined,
      );
    }
  }, SCRAPE_EVERY_MS);
  try {
    const rows = await measure(`http://127.0.0.1:${port}`, system.pids, seconds * rounds);
    process.stderr.write(`The collector received ${collector.count()} batches of spans.\n`);
    return rows;
  } finally {
    clearInterval(scraping);
    await system.stop();
    await collector.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(origin: string, pids: readonly number[], pairs: number): Promise<Row[]> {
  const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
  const small = await setUp(management, origin, 'bench-100', 100);
  const large = await setUp(management, origin, 'bench-2000', 2_000);
  const headers = { authorization: `Bearer ${large.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ funnelId: large.funnelId, selectionValues: benchAnswers(3) });
  const ids: string[] = [];
  while (ids.length < pairs * COLD_MATCHES_PER_PAIR) {
    const batch = Array.from({ length: 20 }, (_, index) => large.create((ids.length + index) % CHOICES));
    ids.push(...(await Promise.all(batch)));
  }
  const toMatch = (id: string) => ({ path: `/api/v1/analyses/${id}/matches` });
  const figures: readonly [id: string, figure: string, requests: autocannon.Request[]][] = [
    ['P1', 'warm match, 100 ids', [toMatch(await small.create(0))]],
    ['P2', 'cold match, 2,000 variants', ids.map(toMatch)],
    ['P6', 'create', [{ method: 'POST', path: '/api/v1/analyses', body, headers }]],
    ['P8', 'funnel read', [{ path: `/api/v1/funnels/${large.funnelId}`, headers }]],
  ];
  const rows: Row[] = [];
  for (const [id, figure, requests] of figures) {
    rows.push({
      id,
      figure: `${figure}: without over with`,
      must: MUST,
      ...(await compare(origin, pids, requests, pairs)),
    });
  }
  return rows;
}

/** Processor time of a request without telemetry over that with it, in turn. */
async function compare(origin: string, pids: readonly number[], requests: autocannon.Request[], pairs: number) {
  const duration = (WARM_UP_MS + pairs * 2 * SLICE_MS) / 1_000 + 60;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let first = 0;
  const share = Math.ceil(requests.length / CONNECTIONS);
  const load = autocannon(
    {
      url: origin,
      connections: CONNECTIONS,
      duration,
      requests,
      // Each connection has its part of them, so that none is sent twice.
      setupClient(client) {
        const own = requests.slice(first, first + share);
        if (requests.length > 1) client.setRequests(own);
        first += share;
      },
    },
    () => end(),
  );
  let answered = 0;
  let failed = 0;
  load.on('response', (_client, status) => {
    answered += 1;
    if (status !== 200 && status !== 201) failed += 1;
  });
  /** Adds what the next moment costs. */
  const slice = async (sum: Cost) => {
    const [answeredBefore, usBefore] = [answered, processorUs(pids)];
    await sleep(SLICE_MS);
    const [us, requests] = [processorUs(pids) - usBefore, answered - answeredBefore];
    sum.us += us;
    sum.requests += requests;
    return us / requests;
  };
  const turn = () => {
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
  };
  await sleep(WARM_UP_MS / 2);
  turn();
  await sleep(WARM_UP_MS / 2);
  const [on, off]: [Cost, Cost] = [
    { us: 0, requests: 0 },
    { us: 0, requests: 0 },
  ];
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const observed = await slice(on);
    turn();
    const plain = await slice(off);
    turn();
    ratios.push(plain / observed);
  }
  turn();
  load.stop();
  await ended;
  const each = { on: on.us / on.requests, off: off.us / off.requests };
  const [low, high] = [at(ratios, 0.25), at(ratios, 0.75)];
  return {
    ratio: each.off / each.on,
    note:
      `${each.on.toFixed(1)} µs against ${each.off.toFixed(1)} µs; half of ${pairs} pairs from ${low.toFixed(3)} to ${high.toFixed(3)}` +
      (failed > 0 ? `, ${failed} FAILED ANSWERS` : ''),
  };
}

interface Cost {
  /** Processor time of all processes, microseconds. */
  us: number;
  requests: number;
}

const at = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length * share)] as number;

/** Accepts spans and forgets them. */
async function startCollector() {
  let batches = 0;
  const server = createServer((request, response) => {
    batches += 1;
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => batches,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
