import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { freePort, root } from '../../support/processes.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';

const PROCESSES = ['gateway', 'analysis', 'matcher', 'catalog', 'funnel', 'identity', 'insight', 'chat'] as const;
type ProcessName = (typeof PROCESSES)[number];

/** Rows of docs/metrics.md: name, type, and the processes that have values. */
const ROWS = [
  ...readFileSync(join(root, 'docs/metrics.md'), 'utf8').matchAll(
    /^\| `(\w+)` \| (counter|gauge|histogram) \| .*? \| (.+?) \| .+ \|$/gm,
  ),
].map(([, name, type, of]) => ({ name: name as string, type: type as string, of: of as string }));

/** The column *of* as processes; `services with jobs` have values once one of their jobs is counted. */
const OWNERS: Record<string, readonly ProcessName[]> = {
  all: ['gateway', 'analysis', 'matcher', 'funnel'],
  services: ['analysis', 'matcher', 'catalog', 'funnel', 'identity', 'insight', 'chat'],
  'services with jobs': [],
  'services that follow others': ['matcher', 'insight', 'chat'],
  gateway: ['gateway'],
  'analysis-svc': ['analysis'],
  'matcher-svc': ['matcher'],
  'catalog-sync': ['catalog'],
  'funnel-svc': ['funnel'],
  'identity-svc': ['identity'],
  'insight-svc': ['insight'],
  'chat-svc': ['chat'],
};

/** What has values after an event that this test does not cause: refusals, selfies, attempts at deliveries, users, visits and orders, a second publication. */
const WITHOUT_EVENT = new Set([
  'svc_http_rejected_total',
  'svc_invitations_total',
  'svc_edit_saves_total',
  'svc_sign_ins_total',
  'svc_publish_visible_seconds',
  'svc_selfies_total',
  'svc_visit_batches_total',
  'svc_visits_total',
  'svc_orders_total',
  'svc_selfie_seconds',
  'svc_deliveries_total',
  'svc_delivery_first_attempt_delay_seconds',
  'svc_imports_held', // Counted every 15 s.
]);

/** docs/metrics.md "Names". */
const MAX_SERIES = 5_000;

describe('the metrics of services that run alone (docs/metrics.md "Names")', () => {
  let cluster: Cluster;
  let analysisId: string;
  let key: string;
  const texts = {} as Record<ProcessName, string>;
  const statuses = {} as Record<ProcessName, Record<string, unknown>>;

  beforeAll(async () => {
    const ports = {} as Record<ProcessName, number>;
    for (const name of PROCESSES) ports[name] = await freePort();
    const on = (name: ProcessName) => ({ METRICS_PORT: String(ports[name]) });
    cluster = await startCluster({
      replicas: 1,
      gateway: on('gateway'),
      analysis: on('analysis'),
      matcher: on('matcher'),
      catalog: on('catalog'),
      funnel: on('funnel'),
      identity: on('identity'),
      insight: on('insight'),
      chat: on('chat'),
    });
    const origin = cluster.gateways[0]?.origin as string;
    const management = admin(origin, cluster.platformToken);
    let funnelId: string | undefined;
    await until('the company is applied', async () => {
      const { status, body } = await management.apply(
        'measured',
        contractCompany({ domains: ['shop.measured.example'] }),
      );
      funnelId = body?.funnels?.all.id;
      return status === 200;
    });
    const call = (...request: Parameters<typeof management.call>) =>
      repeatWhileUnavailable(() => management.call(...request));
    await call('POST', '/companies/measured/funnels/all/publish');
    const csv = 'product_id,variant_id,name\np1,v1,One\n';
    await call('POST', '/companies/measured/catalog/imports?wait=true&dryRun=true', csv, 'text/csv');
    key = await management.createKey('measured');
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'measured-1' };
    const create = () =>
      repeatWhileUnavailable(() => send(origin, '/api/v1/analyses', { headers, body: { funnelId, ...COMPLETE } }));
    analysisId = (await create()).body.id;
    expect((await create()).body.id).toBe(analysisId);
    for (let times = 0; times < 3; times += 1) {
      const path = `/api/v1/analyses/${analysisId}/matches`;
      expect((await repeatWhileUnavailable(() => send(origin, path))).status).toBe(200);
    }
    await call('GET', '/companies/measured/insight/overview?funnel=all');
    const chat = { context: {}, turn: { clientTurnId: 'measured-1', text: 'Hello' } };
    const page = { origin: 'https://shop.measured.example' };
    // chat-svc follows companies and funnels: it refuses turns until it has read them.
    await until('the chat answers', async () => {
      const { status } = await send(origin, '/api/chat/v1/threads', { headers: page, body: chat });
      return status === 201;
    });
    await send(origin, '/no/such/page');
    for (const name of OWNERS['services that follow others'] as readonly ProcessName[]) {
      await until(`the followers of ${name} have run`, async () => {
        const { followers } = (await send(`http://127.0.0.1:${ports[name]}`, '/status')).body;
        return Object.values(followers).every((one) => (one as { lastSuccessAgeS: unknown }).lastSuccessAgeS !== null);
      });
    }
    for (const name of PROCESSES)
      statuses[name] = (await send(`http://127.0.0.1:${ports[name]}`, '/status')).body as Record<string, unknown>;
    for (const name of PROCESSES) texts[name] = (await send(`http://127.0.0.1:${ports[name]}`, '/metrics')).text;
  });
  afterAll(() => cluster?.stop());

  it.each(PROCESSES)('%s has the type of every metric, and no other', (name) => {
    const types = [...texts[name].matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, metric, type]) => `${metric} ${type}`);
    const own = types.filter((line) => !/^(?:nodejs_(?!eventloop_utilization)|process_)/.test(line));
    expect(own.sort()).toEqual(ROWS.map(({ name: metric, type }) => `${metric} ${type}`).sort());
  });

  it.each(PROCESSES)('%s has values of the metrics that the page says are its own', (name) => {
    const missing = ROWS.filter(({ of }) => (OWNERS[of] as readonly ProcessName[]).includes(name))
      .filter(({ name: metric }) => !WITHOUT_EVENT.has(metric))
      .filter(({ name: metric }) => !new RegExp(`^${metric}(?:_count)?(?:\\{| )`, 'm').test(texts[name]));
    expect(missing.map(({ name: metric }) => metric)).toEqual([]);
  });

  it('no replica has more series than the page allows', () => {
    for (const name of PROCESSES) expect(texts[name].match(/^\w/gm)?.length, name).toBeLessThan(MAX_SERIES);
  });

  it('requests, statements and creates are counted under their names', () => {
    expect(texts.gateway).toMatch(
      /^http_server_request_duration_seconds_count{(?=.*http_route="\/api\/v1\/analyses")(?=.*http_request_method="POST")(?=.*http_response_status_code="200").*} 2$/m,
    );
    expect(texts.gateway).toMatch(
      /^rpc_client_call_duration_seconds_count{(?=.*svc.matcher.v1.MatcherService\/MatchVariants)(?=.*server_service="matcher").*} [1-9]/m,
    );
    expect(texts.analysis).toMatch(
      /^db_client_operation_duration_seconds_count{(?=.*db_query_summary="insert-analysis)(?=.*error_type="").*} 1$/m,
    );
    expect(texts.analysis).toContain('svc_analyses_created_total{kind="live"} 1');
    expect(texts.analysis).toMatch(/^svc_analyses_created_total{kind="replayed"} [1-9]/m);
    expect(texts.funnel).toContain('svc_schema_migrations{state="pending"} 0');
  });

  it('what alerts compare with an earlier value begins with zero', () => {
    expect(texts.gateway).toContain('svc_audit_unrecorded_total{part="entry"} 0');
    expect(texts.analysis).toMatch(/^svc_jobs_total{task="\w+",outcome="DEAD"} 0$/m);
    expect(texts.catalog).toContain('svc_imports_total{source="FEED",outcome="LOST"} 0');
  });

  it('/status shows dependencies, followers and jobs (docs/operations.md "Probes and draining")', () => {
    const works = { working: true, lastSuccessAgeS: expect.any(Number) };
    expect(statuses.gateway).toMatchObject({ dependencies: { funnel: works, analysis: works, matcher: works } });
    const follower = { lagS: expect.any(Number), lastSuccessAgeS: expect.any(Number) };
    expect(statuses.matcher).toMatchObject({
      database: { working: true, missingMigrations: [] },
      followers: { replicas: follower, funnels: follower, catalogs: follower, erasures: follower },
    });
    for (const name of ['insight', 'chat'] as const)
      expect(statuses[name]).toMatchObject({ followers: { erasures: follower } });
    expect(statuses.analysis).toHaveProperty('jobs.deliver');
    for (const name of PROCESSES) expect(JSON.stringify(statuses[name]), name).not.toMatch(/postgres:|127[.]0/);
  });

  it('matches from memory and by services add up, in durations as well', () => {
    const matches = [...texts.gateway.matchAll(/^svc_match_cache_total{result="(?:warm|cold|coalesced)"} (\d+)$/gm)];
    const counted = matches.reduce((sum, [, count]) => sum + Number(count), 0);
    const route =
      /^http_server_request_duration_seconds_count{(?=.*http_route="\/api\/v1\/analyses\/:analysisId\/matches")(?=.*http_response_status_code="(\d+)").*} (\d+)$/gm;
    const observed = [...texts.gateway.matchAll(route)].map(([, status, count]) => [status, Number(count)] as const);
    expect(observed.filter(([status]) => status === '200')).toEqual([['200', 3]]);
    // A busy machine may have refused some before.
    expect(counted).toBeGreaterThanOrEqual(3);
    expect(counted).toBeLessThanOrEqual(observed.reduce((sum, [, count]) => sum + count, 0));
  });

  it('no label names an analysis, a key, a company or an address that a client made up', () => {
    for (const name of PROCESSES) {
      for (const secret of [analysisId, key, 'measured', 'no/such/page'])
        expect(texts[name], name).not.toContain(secret);
    }
  });
});
