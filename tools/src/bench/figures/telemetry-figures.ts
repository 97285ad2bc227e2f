import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import { compare, type Row } from '../compare.js';
import { load } from '../load/load.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchAnswers, CHOICES } from '../load/seed.js';
import { separateProcesses } from '../processes/children.js';
import { loopOver, setUp } from './system-figures.js';

/** docs/metrics.md "What they cost". */
const MUST = '≥ 0.97';
/** As Prometheus does by default in the Compose file. */
const SCRAPE_EVERY_MS = 15_000;
const COLD_MATCHES = 1_300;

/**
 * What telemetry costs: P1, P2, P6 and P8 of a system of separate processes with metrics that are scraped and traces of 1 % of the requests,
 * over those of the same system without. Both run on one database and are measured in turn; the one that is not measured is idle.
 */
export async function telemetryFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const log = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const collector = await startCollector();
  const start = async (own: { observed: boolean }) => {
    const [port] = (await freePorts(1)) as [number];
    const environment = {
      PORT: String(port),
      BASE_DOMAIN: `localhost:${port}`,
      DATABASE_URL: postgres.url,
      PLATFORM_TOKEN,
      ...(own.observed ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin } : {}),
    };
    return { origin: `http://127.0.0.1:${port}`, ...(await separateProcesses(environment, own)) };
  };
  // One after the other: the first one migrates.
  const plain = await start({ observed: false });
  const observed = await start({ observed: true });
  const scraping = setInterval(() => {
    for (const port of observed.metricsPorts) {
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        (response) => response.arrayBuffer(),
        () => undefined,
      );
    }
  }, SCRAPE_EVERY_MS);
  try {
    const rows = await measure([plain.origin, observed.origin], { seconds, rounds });
    process.stderr.write(`The collector received ${collector.count()} batches of spans.\n`);
    return rows;
  } finally {
    clearInterval(scraping);
    await Promise.all([plain.stop(), observed.stop()]);
    await collector.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(origins: readonly [string, string], { seconds, rounds }: { seconds: number; rounds: number }) {
  const [origin] = origins;
  const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
  const small = await setUp(management, origin, 'bench-100', 100);
  const large = await setUp(management, origin, 'bench-2000', 2_000);
  const headers = { authorization: `Bearer ${large.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ funnelId: large.funnelId, selectionValues: benchAnswers(3) });
  const match = `/api/v1/analyses/${await small.create(0)}/matches`;
  let next = 1;
  const coldPaths = async () => {
    const ids: string[] = [];
    while (ids.length < COLD_MATCHES) {
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => large.create(next++ % CHOICES)))));
    }
    return ids.map((id) => ({ path: `/api/v1/analyses/${id}/matches` }));
  };
  const requests: readonly [id: string, figure: string, run: (origin: string) => ReturnType<typeof load>][] = [
    ['P1', 'warm match, 100 ids', (at) => load(at, [{ path: match }], { seconds })],
    ['P2', 'cold match, 2,000 variants', async (at) => loopOver(await coldPaths(), at)],
    ['P6', 'create', (at) => load(at, [{ method: 'POST', path: '/api/v1/analyses', body, headers }], { seconds })],
    ['P8', 'funnel read', (at) => load(at, [{ path: `/api/v1/funnels/${large.funnelId}`, headers }], { seconds })],
  ];
  const rows: Row[] = [];
  for (const [id, figure, run] of requests) {
    for (const at of origins) await run(at);
    rows.push(
      await compare({
        id,
        figure: `${figure}, with telemetry against without`,
        must: MUST,
        rounds,
        base: () => run(origins[0]),
        measured: () => run(origins[1]),
      }),
    );
  }
  return rows;
}

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
