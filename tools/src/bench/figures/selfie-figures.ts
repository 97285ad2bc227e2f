import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchPortrait, measureCounting, measureSelfie, measureSelfieAnalysis } from '@svc/analysis-svc/bench';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import { compare, type Row } from '../compare.js';
import { load } from '../load/load.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchCompany } from '../load/seed.js';
import { wholeSystem } from '../processes/children.js';

const log = createLogger({ name: 'bench', level: 'silent' });

/** P10 and P12 of docs/performance.md: a refused selfie against decoding it; what an analyzed one costs. */
export async function selfieFigures(options: { seconds: number; rounds: number }): Promise<Row[]> {
  const { bytes, refusalMs, decodeMs } = await measureSelfie();
  const counting = await measureCounting();
  const { coldMs, warmMs } = await measureSelfieAnalysis(log);
  return [
    {
      id: 'P10',
      figure: `refused selfie of ${(bytes / 2 ** 20).toFixed(1)} MiB against decoding it`,
      ratio: refusalMs / decodeMs,
      must: '≤ 0.25',
      note: `${refusalMs.toFixed(1)} ms against ${decodeMs.toFixed(1)} ms`,
    },
    {
      id: 'P10',
      figure: 'counting the pixel data of a selfie of two megapixels against decoding it',
      ratio: counting.countMs / counting.decodeMs,
      must: '≤ 0.25',
      note: `${counting.countMs.toFixed(1)} ms against ${counting.decodeMs.toFixed(1)} ms`,
    },
    {
      id: 'P12',
      figure: 'first selfie, with the start of its process, against the next ones',
      ratio: coldMs / warmMs,
      note: `${coldMs.toFixed(0)} ms against ${warmMs.toFixed(0)} ms`,
    },
    ...(await createFigures(options)),
  ];
}

/** Creates with a face of two megapixels over HTTP, two at a time, against creates without a picture. */
async function createFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const [port] = (await freePorts(1)) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const system = await wholeSystem({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(folder, 'launcher'),
    DATABASE_URL: postgres.url,
    PLATFORM_TOKEN,
  });
  try {
    const create = await setUp(origin);
    const plain = create({});
    const selfie = `data:image/jpeg;base64,${(await benchPortrait()).toString('base64')}`;
    const withSelfie = create({ selfie });
    const twoAtATime = { seconds, connections: 2 };
    await load(origin, [withSelfie], { seconds: 1, connections: 2 });
    const alone = await load(origin, [withSelfie], { seconds, connections: 1 });
    const row = await compare({
      id: 'P12',
      figure: 'create with a selfie that is analyzed, against one without, two at a time',
      rounds,
      base: () => load(origin, [plain], twoAtATime),
      measured: () => load(origin, [withSelfie], twoAtATime),
    });
    const latency = `one at a time p50 ${alone.p50Ms.toFixed(0)} ms, p99 ${alone.p99Ms.toFixed(0)} ms`;
    return [{ ...row, note: `${row.note}; ${latency}` }];
  } finally {
    await system.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A company whose funnel asks for a selfie; answers how a create with more answers is sent. */
async function setUp(origin: string) {
  const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
  const send = (method: string, path: string, body: object) =>
    management.request(method, `/companies/selfies${path}`, {
      type: 'application/json',
      content: JSON.stringify(body),
    });
  const steps = [{ id: 1, type: 'SELFIE', orderNumber: 0, required: false, title: 'Your selfie' }];
  const company = {
    ...benchCompany('selfies', 4),
    funnels: [{ subdomain: 'selfies', name: 'Selfies', published: { steps } }],
  };
  const applied = (await send('PUT', '/blueprint', company)) as { funnels: Record<string, { id: string }> };
  const { value } = (await send('POST', '/api-keys', { name: 'bench' })) as { value: string };
  return (answers: object) => ({
    method: 'POST' as const,
    path: '/api/v1/analyses',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ funnelId: applied.funnels.selfies?.id, ...answers }),
  });
}
