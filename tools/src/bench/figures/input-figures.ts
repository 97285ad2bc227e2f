import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import { BLUEPRINT_BODIES, EVENT_BODIES, SUBMISSION_BODIES } from '../load/input-bodies.js';
import { MANAGEMENT_REQUESTS } from '../load/management-requests.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchCompany } from '../load/seed.js';
import { meteredSystem } from '../processes/children.js';

const MAX_TURN_MS = 50;
const JSON_TYPE = 'application/json';

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Of each round: what is applied again has to change something. */
  body: string | ((round: number) => string);
}

/**
 * P14: the longest turn of the event loop that one request causes, in the gateway or a service (one process for all), by kind of
 * body and route. Processor time; the median of `rounds`, after one request that is not counted.
 */
export async function inputFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const log = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const [port] = (await freePorts(1)) as [number];
  const system = await meteredSystem({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(folder, 'launcher'),
    DATABASE_URL: postgres.url,
    RATE_LIMITS: 'off',
    PLATFORM_TOKEN,
  });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
    const content = (value: object) => ({ type: JSON_TYPE, content: JSON.stringify(value) });
    const company = content(benchCompany('plain', 100));
    const applied = (await management.request('PUT', '/companies/plain/blueprint', company)) as {
      funnels: Record<string, { id: string }>;
    };
    const key = (await management.request('POST', '/companies/plain/api-keys', content({ name: 'bench' }))) as {
      value: string;
    };
    const funnelId = applied.funnels['plain-funnel']?.id;

    const rows: Row[] = [];
    const measure = async (route: string, kind: string, request: Sent) => {
      const turns: number[] = [];
      let status = 0;
      let bytes = 0;
      for (let round = 0; round <= rounds; round++) {
        const headers = { ...request.headers, 'idempotency-key': `${route} ${kind} ${round}` };
        const body = typeof request.body === 'string' ? request.body : request.body(round);
        const { result, longestMs } = await system.longestTurn(() => send(origin, { ...request, headers, body }));
        status = result;
        bytes = body.length;
        if (round > 0) turns.push(longestMs);
      }
      const median = turns.sort((a, b) => a - b)[Math.floor(turns.length / 2)] as number;
      rows.push({
        id: 'P14',
        figure: `${route}, ${kind}: longest turn of an event loop, of ${MAX_TURN_MS} ms`,
        ratio: median / MAX_TURN_MS,
        must: '≤ 1',
        note: `${median.toFixed(0)} ms of processor time, ${(bytes / 2 ** 20).toFixed(1)} MiB, HTTP ${status}`,
      });
    };

    for (const [kind, members] of Object.entries(SUBMISSION_BODIES)) {
      const bearer = { authorization: `Bearer ${key.value}`, 'content-type': JSON_TYPE };
      const body = `{"funnelId":"${funnelId}",${members()}}`;
      await measure('create', kind, { method: 'POST', path: '/api/v1/analyses', headers: bearer, body });
      const host = { host: 'plain-funnel.localhost', 'content-type': JSON_TYPE };
      await measure('submission', kind, {
        method: 'POST',
        path: '/api/analyses',
        headers: host,
        body: `{${members()}}`,
      });
    }
    for (const [kind, body] of Object.entries(EVENT_BODIES)) {
      const headers = { 'content-type': JSON_TYPE };
      await measure('events', kind, { method: 'POST', path: '/api/v1/events', headers, body: body() });
    }
    for (const [kind, make] of Object.entries(BLUEPRINT_BODIES)) {
      const [type, body] = make();
      const headers = { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': type };
      await measure('apply', kind, { method: 'PUT', path: '/api/admin/v1/companies/plain/blueprint', headers, body });
    }
    for (const { route, kind, method, path, type = JSON_TYPE, body } of MANAGEMENT_REQUESTS) {
      const headers = { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': type };
      await measure(route, kind, { method, path: `/api/admin/v1/companies/plain${path}`, headers, body });
    }
    return rows;
  } finally {
    await system.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends one request on a connection of its own; answers the status. `fetch` cannot set a Host. */
function send(origin: string, { method, path, headers, body }: Sent & { body: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, agent: false };
    const request = httpRequest(`${origin}${path}`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject).end(body);
  });
}
