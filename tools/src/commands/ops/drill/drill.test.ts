import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { migrate, randomId } from '@svc/kit';
import { createTestDatabase, testLogger } from '@svc/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useCli } from '../../../testing/use-cli.js';
import { SERVICE_SCHEMAS } from '../service-schemas.js';

const CREATED = randomId();
const [FIRST, SECOND] = [randomId(), randomId()];

interface Request {
  line: string;
  host: string | undefined;
}
type Answer = (request: Request) => { status?: number; body: object };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let gateway: Server;
let requests: Request[];
let pushed: string[];
let answer: Answer;

const read = async (request: IncomingMessage): Promise<Request> => {
  const body = await text(request);
  if (request.method === 'PUT') pushed.push(body);
  return { line: `${request.method} ${request.url}`, host: request.headers.host };
};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const schema of Object.values(SERVICE_SCHEMAS)) {
    await migrate({ ...schema, url: database.url, log: testLogger() });
  }
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  gateway = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    const { status = 200, body } = answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  gateway?.close();
  await client?.end();
  await database?.drop();
});

/** A system that works, on databases with two analyses of a company and a preview. */
beforeEach(async () => {
  requests = [];
  pushed = [];
  answer = ({ line }) => ({ body: line.startsWith('POST') ? { id: CREATED } : { matchedVariants: [line] } });
  await client.query('truncate analysis.analyses; truncate funnel.companies cascade');
  await client.query(
    `insert into funnel.companies (id, handle, name, language, company_key, domains, settings)
     values ('glow', 'glow', 'x', 'en', rpad('glow', 25, 'x'), '[]', '{}')`,
  );
  await client.query('begin');
  await client.query(
    `insert into funnel.funnels (id, company_id, subdomain, name, paused, published_version_id)
     values ('draft', 'glow', 'glow-draft', 'x', false, null), ('paused', 'glow', 'glow-paused', 'x', true, 'v1'), ('quiz', 'glow', 'glow-quiz', 'x', false, 'v2')`,
  );
  await client.query(
    `insert into funnel.funnel_versions (id, company_id, funnel_id, number, state, steps, content_digest, given_digest, published_at)
     select id, 'glow', funnel, 1, 'PUBLISHED', '[]', '', '', now() from (values ('v1', 'paused'), ('v2', 'quiz')) as given (id, funnel)`,
  );
  await client.query('commit');
  await client.query(
    `insert into analysis.analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent)
     select id, 'glow', 'quiz', 'v2', preview, '{}', false from unnest($1::text[], $2::boolean[]) as given (id, preview)`,
    [
      [FIRST, SECOND, randomId()],
      [false, false, true],
    ],
  );
});

// docs/operations.md "Restore drill"
const cli = useCli();
const origin = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
const drill = (options = '') =>
  cli.spawnSvc(`ops drill --url ${origin()} --base-domain svc.example ${options}`, { DATABASE_URL: database.url });

it('matches stored analyses twice, creates one on the host of a published funnel, and reports the success', async () => {
  const done = await drill(`--metrics ${origin()}/metrics/job/drill`);
  expect(done).toEqual({
    code: 0,
    out: '2 stored analyses give the same match twice; one was created and matched.\n',
    err: '',
  });
  const lines = requests.map(({ line, host }) => `${line} ${host?.replace(/:.*/, '')}`).sort();
  const match = (id: string) => `GET /api/v1/analyses/${id}/matches svc.example`;
  expect(lines).toEqual(
    [
      ...[FIRST, FIRST, SECOND, SECOND, CREATED].map(match),
      'POST /api/analyses glow-quiz.svc.example',
      'PUT /metrics/job/drill 127.0.0.1',
    ].sort(),
  );
  expect(pushed[0]).toMatch(/\nsvc_restore_drill_last_success_timestamp_seconds \d+\n/);
});

it('fails, and reports no success, when a match differs, fails, or nothing can be created', async () => {
  let calls = 0;
  answer = ({ line }) => {
    calls += 1;
    if (line.startsWith('POST')) return { status: 500, body: { code: 'INTERNAL' } };
    return line.includes(FIRST) ? { body: { calls } } : { status: 404, body: { code: 'NOT_FOUND' } };
  };
  const { code, err } = await drill(`--metrics ${origin()}/metrics/job/drill`);
  expect([code, err.trim().split('\n')]).toEqual([
    1,
    [
      '2 matches of stored analyses failed: 404 NOT_FOUND.',
      '1 stored analyses do not give the same match twice.',
      'An analysis could not be created on glow-quiz.svc.example: 500 INTERNAL.',
    ],
  ]);
  expect(err).not.toContain(FIRST);
  expect(pushed).toEqual([]);
});

it('waits for services that are still starting', async () => {
  let refused = 0;
  const works = answer;
  answer = (request) => (refused++ < 3 ? { status: 503, body: { code: 'MATCHER_FAILURE' } } : works(request));
  expect((await drill('--analyses 1')).code).toBe(0);
});
