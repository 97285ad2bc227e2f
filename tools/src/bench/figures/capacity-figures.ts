import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, randomId } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { toEvents, toVisit } from '../load/reports.js';
import { benchAnswers, CHOICES } from '../load/seed.js';
import { type Sent, sendAll } from '../load/send-all.js';
import { separateProcesses, wholeSystem } from '../processes/children.js';
import { listServerProcesses, processorUs } from '../processes/processor-time.js';
import { toCompletion } from './completion.js';
import { setUp } from './system-figures.js';

/** How the system runs, and the processes of that. */
const DEPLOYMENTS = {
  'one process': async (environment: Record<string, string>) => {
    const { pid, stop } = await wholeSystem({ ...environment, RATE_LIMITS: 'off' });
    return { stop, pids: [pid] };
  },
  processes: separateProcesses,
} as const;

/** Requests of one measurement. */
const REQUESTS = 1_000;
/** Those from memory cost so little that more are needed. */
const WARM_REQUESTS = 10_000;
/** By which matches grow. */
const VARIANTS = [200, 2_000] as const;
/** More than one match may rank (docs/contract.md C11.9): requests name products of it, as many as they may. */
const LARGE = 20_000;
const NAMED_PRODUCTS = 100;
/** Batches of events for each analysis: one stores a limited number of events (docs/events.md "Limits"). */
const BATCHES = 3;
/** Companies of 200 variants, asked in turn. */
const COMPANIES = 20;

type Company = Awaited<ReturnType<typeof setUp>>;

/**
 * "Capacity" of docs/performance.md: processor time of the programs and of PostgreSQL for each operation of a questionnaire, and from it
 * how many a core answers in a second. Processor time depends less on what else runs than times do.
 */
export async function capacityFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, start] of Object.entries(DEPLOYMENTS)) {
    const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
    const log = createLogger({ name: 'bench', level: 'silent' });
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
    const [port] = (await freePorts(1)) as [number];
    const system = await start({
      PORT: String(port),
      BASE_DOMAIN: `localhost:${port}`,
      DATA_DIR: join(folder, 'launcher'),
      DATABASE_URL: postgres.url,
      PLATFORM_TOKEN,
    });
    try {
      const place = { origin: `http://127.0.0.1:${port}`, pids: system.pids, dataDir: folder };
      for (const row of await measureAll(place, rounds)) rows.push({ ...row, figure: `${row.figure}, ${name}` });
    } finally {
      await system.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

interface Place {
  origin: string;
  pids: readonly number[];
  dataDir: string;
}

async function measureAll(place: Place, rounds: number): Promise<Row[]> {
  const { origin } = place;
  const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
  const bySize: Company[] = [];
  for (const count of VARIANTS) bySize.push(await setUp(management, origin, `bench-${count}`, count));
  const large = await setUp(management, origin, `bench-${LARGE}`, LARGE);
  const many: Company[] = [];
  for (let n = 0; n < COMPANIES; n += 1) many.push(await setUp(management, origin, `bench-company-${n}`, 200));
  const [, medium] = bySize as [Company, Company];
  const authorization = `Bearer ${medium.apiKey}`;
  const host = `bench-2000-funnel.localhost`;
  const read = `/api/v1/funnels/${medium.funnelId}`;
  const { id: versionId } = ((await (await fetch(`${origin}${read}`, { headers: { authorization } })).json()) as Funnel)
    .version;
  const analysisId = await medium.create(0);
  const toMatch = (id: string): Sent => ({ path: `/api/v1/analyses/${id}/matches` });
  const createAll = async (companies: readonly Company[], count: number): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length < count) {
      const batch = Array.from({ length: 20 }, (_, index) => {
        const n = ids.length + index;
        return (companies[n % companies.length] as Company).create(n % CHOICES);
      });
      ids.push(...(await Promise.all(batch)));
    }
    return ids;
  };
  const cold = async (companies: readonly Company[], count: number) => (await createAll(companies, count)).map(toMatch);
  const named = Array.from({ length: NAMED_PRODUCTS }, (_, n) => `productId=P${(n * LARGE) / 4 / NAMED_PRODUCTS}`);
  const coldNamed = async (): Promise<Sent[]> =>
    (await createAll([large], REQUESTS)).map((id) => ({ path: `${toMatch(id).path}?${named.join('&')}` }));
  const repeat = (count: number, one: (n: number) => Sent) => Array.from({ length: count }, (_, n) => one(n));
  // One after another: an analysis sends its next batch when all others have sent theirs.
  const batches = async (): Promise<Sent[]> => {
    const ids = await createAll([medium], Math.ceil(REQUESTS / BATCHES));
    return repeat(ids.length * BATCHES, (n) => ({
      method: 'POST',
      path: '/api/v1/events',
      body: toEvents(ids[n % ids.length] as string),
    }));
  };

  const operations: [figure: string, requests: () => Sent[] | Promise<Sent[]>][] = [
    ['page with its JSON', () => repeat(REQUESTS, () => ({ path: '/', headers: { host } }))],
    ['funnel read with key check', () => repeat(REQUESTS, () => ({ path: read, headers: { authorization } }))],
    ['create', () => repeat(REQUESTS, (n) => toCreate(medium, n))],
    [
      'create with Idempotency-Key',
      () =>
        repeat(REQUESTS, (n) => {
          const one = toCreate(medium, n);
          return { ...one, headers: { ...one.headers, 'idempotency-key': randomId() } };
        }),
    ],
    ['match from memory', () => repeat(WARM_REQUESTS, () => toMatch(analysisId))],
    ...bySize.map((company): (typeof operations)[number] => [
      `match, ${company.variantCount.toLocaleString('en')} variants`,
      () => cold([company], REQUESTS),
    ]),
    [`match, ${NAMED_PRODUCTS} products of ${LARGE.toLocaleString('en')} variants`, coldNamed],
    [`match, 200 variants, ${COMPANIES} companies in turn`, () => cold(many, REQUESTS)],
    ['batch of 10 events', batches],
    [
      'report of a visit',
      () =>
        repeat(REQUESTS, () => ({
          method: 'POST',
          path: '/api/v1/visits',
          headers: { host },
          body: toVisit(versionId),
        })),
    ],
  ];
  const rows: Row[] = [];
  for (const [figure, prepare] of operations) rows.push(await measure(place, figure, prepare, rounds));
  return [...rows, toCompletion(rows)];
}

interface Funnel {
  version: { id: string };
}

const toCreate = ({ funnelId, apiKey }: Company, n: number): Sent => ({
  method: 'POST',
  path: '/api/v1/analyses',
  headers: { authorization: `Bearer ${apiKey}` },
  body: { funnelId, selectionValues: benchAnswers(n % CHOICES) },
});

/** Milliseconds of processor time for one request: the median of the rounds, after one that warms up. */
async function measure(
  { origin, pids, dataDir }: Place,
  figure: string,
  prepare: () => Sent[] | Promise<Sent[]>,
  rounds: number,
): Promise<Row> {
  const costs: { programs: number; database: number }[] = [];
  const failures = await sendAll(origin, (await prepare()).slice(0, REQUESTS / 4));
  for (let round = 0; round < rounds; round += 1) {
    const requests = await prepare();
    const servers = listServerProcesses(dataDir);
    const before = [processorUs(pids), processorUs(servers)] as const;
    failures.push(...(await sendAll(origin, requests)));
    const toMs = (us: number) => us / 1_000 / requests.length;
    costs.push({
      programs: toMs(processorUs(pids) - before[0]),
      database: toMs(processorUs(listServerProcesses(dataDir).filter((pid) => servers.includes(pid))) - before[1]),
    });
  }
  costs.sort((a, b) => a.programs - b.programs);
  const { programs, database } = costs[Math.floor(costs.length / 2)] as (typeof costs)[number];
  return {
    id: 'capacity',
    figure,
    ratio: programs,
    note:
      `ms; ${Math.round(1_000 / programs).toLocaleString('en')}/s per core of the programs; PostgreSQL ${database.toFixed(3)} ms` +
      (failures.length > 0 ? `, ${failures.length} FAILED ANSWERS: ${[...new Set(failures)].join(', ')}` : ''),
  };
}
