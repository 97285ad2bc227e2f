import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany } from '../support/contract-company.js';
import { send } from '../support/http.js';
import { freePort } from '../support/processes.js';
import { admin, type Cluster, startCluster } from '../support/services.js';

describe('the metrics of services that run alone (docs/metrics.md "Names")', () => {
  let cluster: Cluster;
  let analysisId: string;
  let key: string;
  const ports = { gateway: 0, analysis: 0 };

  beforeAll(async () => {
    ports.gateway = await freePort();
    ports.analysis = await freePort();
    cluster = await startCluster({
      replicas: 1,
      gateway: { METRICS_PORT: String(ports.gateway) },
      analysis: { METRICS_PORT: String(ports.analysis) },
    });
    const origin = cluster.gateways[0]?.origin as string;
    const management = admin(origin, cluster.platformToken);
    const funnelId = (await management.apply('measured', contractCompany())).body.funnels.all.id;
    key = await management.createKey('measured');
    const headers = { authorization: `Bearer ${key}` };
    analysisId = (await send(origin, '/api/v1/analyses', { headers, body: { funnelId, ...COMPLETE } })).body.id;
    for (let times = 0; times < 3; times += 1) await send(origin, `/api/v1/analyses/${analysisId}/matches`);
    await send(origin, '/no/such/page');
  });
  afterAll(() => cluster?.stop());

  const scrape = async (port: number) => (await send(`http://127.0.0.1:${port}`, '/metrics')).text;

  it('the gateway has requests by route, calls by service, and matches by how they were answered', async () => {
    const text = await scrape(ports.gateway);
    expect(text).toMatch(
      /^http_server_request_duration_seconds_count{(?=.*http_route="\/api\/v1\/analyses")(?=.*http_request_method="POST")(?=.*http_response_status_code="200").*} 1$/m,
    );
    expect(text).toMatch(
      /^rpc_client_call_duration_seconds_count{(?=.*svc.matcher.v1.MatcherService\/MatchVariants)(?=.*server_service="matcher").*} [1-9]/m,
    );
    const matches = [...text.matchAll(/^svc_match_cache_total{result="(?:warm|cold|coalesced)"} (\d+)$/gm)];
    expect(matches.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3);
  });

  it('a service has its calls and its connections', async () => {
    const text = await scrape(ports.analysis);
    expect(text).toMatch(
      /^rpc_server_call_duration_seconds_count{(?=.*AnalysisService\/GetMatchingInput)(?=.*rpc_response_status_code="OK").*} [1-9]/m,
    );
    expect(text).toMatch(/^db_client_connection_count{state="idle"} \d+$/m);
  });

  it('no label names an analysis, a key or an address that a client made up', async () => {
    for (const port of Object.values(ports)) {
      const text = await scrape(port);
      for (const secret of [analysisId, key, 'no/such/page']) expect(text).not.toContain(secret);
    }
  });
});
