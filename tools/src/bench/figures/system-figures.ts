import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials } from '@grpc/grpc-js';
import { createLogger, randomId } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { MatcherServiceClient } from '@svc/proto';
import pg from 'pg';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import { compare, type Row } from '../compare.js';
import { load, loadOnce, loop } from '../load/load.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchAnswers, benchCompany, CHOICES } from '../load/seed.js';
import { bareGrpcServer, bareServer, separateProcesses, wholeSystem } from '../processes/children.js';

/** How the system runs, and what its figures must reach. */
const DEPLOYMENTS = [
  {
    name: 'one process',
    start: wholeSystem,
    must: { P1: '≥ 0.55', P2: '≥ 0.058', P6: '≥ 0.22', P7: '≥ 0.6', P8: '≥ 0.082' },
  },
  {
    name: 'processes',
    start: separateProcesses,
    must: { P1: '≥ 0.55', P2: '≥ 0.022', P6: '≥ 0.10', P7: '≥ 0.6', P8: '≥ 0.04' },
  },
] as const;
type Deployment = (typeof DEPLOYMENTS)[number];

/**
 * P1, P2, P6, P7, P8 of docs/performance.md: the whole system over HTTP against the barest limit with the same bytes, in one
 * process and with a process for each service.
 */
export async function systemFigures(options: { seconds: number; rounds: number }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const deployment of DEPLOYMENTS) {
    const figures = await deploymentFigures(deployment, options);
    rows.push(...figures.map((row) => ({ ...row, figure: `${row.figure}, ${deployment.name}` })));
  }
  return rows;
}

async function deploymentFigures(deployment: Deployment, options: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const log = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const [port] = (await freePorts(1)) as [number];
  const system = await deployment.start({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(folder, 'launcher'),
    DATABASE_URL: postgres.url,
    PLATFORM_TOKEN,
  });
  try {
    return await measure(`http://127.0.0.1:${port}`, postgres.url, { ...options, must: deployment.must });
  } finally {
    await system.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  origin: string,
  databaseUrl: string,
  { seconds, rounds, must }: { seconds: number; rounds: number; must: Deployment['must'] },
) {
  const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
  const small = await setUp(management, origin, 'bench-100', 100);
  const large = await setUp(management, origin, 'bench-2000', 2_000);
  const rows: Row[] = [];

  for (const company of [small, large]) {
    const path = `/api/v1/analyses/${await company.create(0)}/matches`;
    const bare = await bareServer(await text(`${origin}${path}`));
    rows.push(
      await compare({
        id: 'P1',
        figure: `warm match, ${company.variantCount} ids`,
        must: must.P1,
        rounds,
        base: () => load(bare.origin, [{ path }], { seconds }),
        measured: () => load(origin, [{ path }], { seconds }),
      }),
    );
    await bare.stop();
  }

  // Every URL is new: each answer combination once, none seen before by any cache.
  let next = 1;
  const bareCold = await bareServer(await text(`${origin}/api/v1/analyses/${await large.create(0)}/matches`));
  const coldPaths = async (count: number) => {
    const ids: string[] = [];
    // Few at a time: of a thousand simultaneous creates, some would exceed their deadline on a busy machine.
    while (ids.length < count) {
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => large.create(next++ % CHOICES)))));
    }
    return ids.map((id) => `/api/v1/analyses/${id}/matches`);
  };
  rows.push(
    await compare({
      id: 'P2',
      figure: 'cold match, 2,000 variants',
      must: must.P2,
      rounds,
      base: () => load(bareCold.origin, [{ path: '/' }], { seconds }),
      measured: async () => loadOnce(origin, await coldPaths(1_300)),
    }),
  );
  await bareCold.stop();
  const grpc = await bareGrpcServer(await text(`${origin}/api/v1/analyses/${await large.create(0)}/matches`));
  const caller = new MatcherServiceClient(grpc.address, credentials.createInsecure());
  rows.push(
    await compare({
      id: 'P2',
      figure: 'the same against one bare grpc-js call with the same bytes',
      rounds,
      base: () => loop(() => bareCall(caller), { seconds }),
      measured: async () => loadOnce(origin, await coldPaths(1_300)),
    }),
  );
  caller.close();
  await grpc.stop();

  const client = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await client.query(
    'create table public.bench_insert (id text primary key, company_id text, funnel_id text, version_id text, answers jsonb, created_at timestamptz default now())',
  );
  const insert = () =>
    client.query({
      name: 'bench-insert',
      text: 'insert into public.bench_insert (id, company_id, funnel_id, version_id, answers) values ($1, $2, $3, $4, $5)',
      values: [randomId(), 'company', large.funnelId, 'version', JSON.stringify({ selectionValues: benchAnswers(3) })],
    });
  const createBody = JSON.stringify({ funnelId: large.funnelId, selectionValues: benchAnswers(3) });
  const create = { method: 'POST', path: '/api/v1/analyses', body: createBody } as const;
  const headers = { authorization: `Bearer ${large.apiKey}`, 'content-type': 'application/json' };
  rows.push(
    await compare({
      id: 'P6',
      figure: 'create against raw prepared INSERT',
      must: must.P6,
      rounds,
      base: () => loop(insert, { seconds }),
      measured: () => load(origin, [{ ...create, headers }], { seconds }),
    }),
    await compare({
      id: 'P7',
      figure: 'create with Idempotency-Key against without',
      must: must.P7,
      rounds,
      base: () => load(origin, [{ ...create, headers }], { seconds }),
      measured: () => load(origin, [{ ...create, headers, uniqueKey: true }], { seconds }),
    }),
  );
  await client.end();

  const funnelPath = `/api/v1/funnels/${large.funnelId}`;
  const bareFunnel = await bareServer(await text(`${origin}${funnelPath}`, headers));
  rows.push(
    await compare({
      id: 'P8',
      figure: 'funnel read with key check',
      must: must.P8,
      rounds,
      base: () => load(bareFunnel.origin, [{ path: funnelPath }], { seconds }),
      measured: () => load(origin, [{ path: funnelPath, headers }], { seconds }),
    }),
  );
  await bareFunnel.stop();
  return rows;
}

/** One unary call of grpc-js, without the kit. */
function bareCall(client: MatcherServiceClient): Promise<unknown> {
  const request = { productIds: [], variantIds: [], resultPage: false };
  return new Promise((resolve, reject) => {
    client.matchVariants(request, (error, response) => (error ? reject(error) : resolve(response)));
  });
}

export async function setUp(
  management: ReturnType<typeof createManagementClient>,
  origin: string,
  handle: string,
  variantCount: number,
) {
  const applied = (await management.request('PUT', `/companies/${handle}/blueprint`, {
    type: 'application/json',
    content: JSON.stringify(benchCompany(handle, variantCount)),
  })) as { funnels: Record<string, { id: string }> };
  const funnelId = applied.funnels[`${handle}-funnel`]?.id as string;
  const { value: apiKey } = (await management.request('POST', `/companies/${handle}/api-keys`, {
    type: 'application/json',
    content: JSON.stringify({ name: 'bench' }),
  })) as { value: string };
  return {
    variantCount,
    funnelId,
    apiKey,
    async create(n: number): Promise<string> {
      const response = await fetch(`${origin}/api/v1/analyses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ funnelId, selectionValues: benchAnswers(n) }),
      });
      return ((await response.json()) as { id: string }).id;
    },
  };
}

async function text(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.text();
}
