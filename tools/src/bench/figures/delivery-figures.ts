import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import autocannon from 'autocannon';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import { load } from '../load/load.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchAnswers, benchCompany } from '../load/seed.js';
import { wholeSystem } from '../processes/children.js';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const DELIVERIES = 600;
const COMPANIES = 12;

/** How fast an outbox drains, to one endpoint (two at a time) and to twelve, against posting the same bytes as often at a time. */
export async function deliveryFigures({ seconds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const log = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(folder, 'launcher'),
    DATABASE_URL: postgres.url,
    ALLOW_PRIVATE_NETWORK: 'true',
    PLATFORM_TOKEN,
  });
  const endpoint = await countingServer();
  try {
    const management = createManagementClient({ url: `http://127.0.0.1:${port}`, token: PLATFORM_TOKEN });
    for (let company = 0; company < COMPANIES; company += 1) {
      const handle = `bench-${company}`;
      const webhook = { url: `${endpoint.origin}/${handle}`, secret: SECRET };
      const content = JSON.stringify({ ...benchCompany(handle, 100), webhook });
      await management.request('PUT', `/companies/${handle}/blueprint`, { type: 'application/json', content });
    }
    const row = async (companies: number): Promise<Row> => {
      const drained = await drain(port, endpoint, companies);
      const post = { method: 'POST' as const, path: '/', body: endpoint.lastBody() };
      const bare = await load(endpoint.origin, [post], { seconds, connections: 2 * companies });
      return {
        id: 'W1',
        figure: `deliveries to ${companies === 1 ? 'one endpoint' : `${companies} endpoints`} against bare posts of the same bytes`,
        ratio: drained / bare.requestsPerSecond,
        note: `${Math.round(drained)}/s of ${Math.round(bare.requestsPerSecond)}/s, submissions among it, ${endpoint.lastBody().length} bytes`,
      };
    };
    return [await row(1), await row(COMPANIES)];
  } finally {
    await system.stop();
    await endpoint.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Endpoint = Awaited<ReturnType<typeof countingServer>>;

/** @returns deliveries a second, from the first submission to the last delivery. */
async function drain(port: number, endpoint: Endpoint, companies: number): Promise<number> {
  const before = endpoint.received();
  const body = JSON.stringify({ selectionValues: benchAnswers(3) });
  const startedAt = performance.now();
  const { non2xx, errors } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: 32,
    amount: DELIVERIES,
    requests: Array.from({ length: companies }, (_, company) => ({
      method: 'POST',
      path: '/api/analyses',
      headers: { host: `bench-${company}-funnel.localhost:${port}`, 'content-type': 'application/json' },
      body,
    })),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} submissions failed.`);
  while (endpoint.received() < before + DELIVERIES) await delay(5);
  return DELIVERIES / ((performance.now() - startedAt) / 1_000);
}

/** An endpoint that accepts every delivery immediately. */
async function countingServer() {
  let received = 0;
  let last = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received += 1;
      last = Buffer.concat(chunks).toString('utf8');
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    lastBody: () => last,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
