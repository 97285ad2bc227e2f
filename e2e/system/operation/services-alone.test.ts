import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scaleTimeout, startRedisServer } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';
import { temporaryDirectory } from '../../support/system-directory.js';

/**
 * docs/architecture.md "One codebase, two ways to run": each app alone, several replicas, outside PostgreSQL and Redis.
 */
describe('two gateways and two matchers with PostgreSQL and Redis', async () => {
  const redis = await startRedisServer();
  let cluster: Cluster;
  let funnelId: string;
  let key: string;
  let analysisId: string;
  const outgoing = join(temporaryDirectory(), 'outgoing');

  beforeAll(async () => {
    cluster = await startCluster({
      ...(redis ? { redisUrl: redis.url } : {}),
      environment: {
        NODE_OPTIONS: `--import=${fileURLToPath(new URL('../../support/outgoing-connections.mjs', import.meta.url))}`,
        OUTGOING_FILE: outgoing,
      },
    });
    const first = cluster.gateways[0] as Cluster['gateways'][number];
    const management = admin(first.origin, cluster.platformToken);
    const applied = await management.establish('small', smallCompany());
    expect(applied.status, applied.text).toBe(200);
    funnelId = applied.body.funnels.skin.id;
    key = await management.createKey('small');
  });
  afterAll(async () => {
    await cluster?.stop();
    await redis?.stop();
  });

  const create = (origin: string, headers: Record<string, string> = {}) =>
    repeatWhileUnavailable(() =>
      send(origin, '/api/v1/analyses', {
        headers: { authorization: `Bearer ${key}`, ...headers },
        body: { funnelId, selectionValues: [{ stepId: 1, selectedKey: 'DRY' }] },
      }),
    );

  it('reads the funnel through either gateway', async () => {
    for (const { origin } of cluster.gateways) {
      const answer = await send(origin, `/api/v1/funnels/${funnelId}`, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.steps).toHaveLength(1);
    }
  });

  it('matches an analysis the same through either gateway and either matcher', async () => {
    const created = await create(cluster.gateways[0]?.origin as string);
    expect(created.status, created.text).toBe(200);
    analysisId = created.body.id;
    for (let turn = 0; turn < 8; turn++) {
      const { origin } = cluster.gateways[turn % 2] as Cluster['gateways'][number];
      // A filter of its own each time, so that no answer comes from a gateway's memory.
      const answer = await send(
        origin,
        `/api/v1/analyses/${analysisId}/matches?variantId=dry-1&variantId=plain-1&variantId=x${turn}`,
      );
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual({ matchedVariants: ['dry-1', 'plain-1'] });
    }
  });

  it('replays an idempotent create through the other gateway (Idempotency)', async () => {
    const [one, other] = cluster.gateways.map((gateway) => gateway.origin) as [string, string];
    const first = await create(one, { 'idempotency-key': 'k-1' });
    const second = await create(other, { 'idempotency-key': 'k-1' });
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses a revoked key immediately on every replica (Company API Key)', async () => {
    const [one, other] = cluster.gateways.map((gateway) => gateway.origin) as [string, string];
    const management = admin(one, cluster.platformToken);
    const call = (...request: Parameters<typeof management.call>) =>
      repeatWhileUnavailable(() => management.call(...request));
    const extra = await call('POST', '/companies/small/api-keys', { name: 'short-lived' });
    expect((await call('DELETE', `/companies/small/api-keys/${extra.body.id}`)).status).toBe(204);
    const answer = await send(other, `/api/v1/funnels/${funnelId}`, {
      headers: { authorization: `Bearer ${extra.body.value}` },
    });
    expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('shows a publish within 2 s on every replica although the bus is silent', async () => {
    await redis?.stop();
    const management = admin(cluster.gateways[0]?.origin as string, cluster.platformToken);
    const applied = await management.establish('small', smallCompany({ variants: ['dry-2', 'oily-1', 'plain-1'] }));
    expect(applied.status, applied.text).toBe(200);
    for (const { origin } of cluster.gateways) {
      for (let replica = 0; replica < 4; replica++) {
        await until(
          'the new variant is matched',
          async () => {
            const answer = await send(origin, `/api/v1/analyses/${analysisId}/matches`);
            return JSON.stringify(answer.body) === JSON.stringify({ matchedVariants: ['dry-2', 'plain-1'] });
          },
          scaleTimeout(2_000),
        );
      }
    }
  });

  it('continues to match when catalog-sync is down', async () => {
    await cluster.catalog.stop('SIGKILL');
    const answer = await send(
      cluster.gateways[1]?.origin as string,
      `/api/v1/analyses/${analysisId}/matches?productId=product-dry-2`,
    );
    expect(answer.body).toEqual({ matchedVariants: ['dry-2'] });
  });

  it('continues to match when one of two matchers is killed', async () => {
    await cluster.matchers[0]?.stop('SIGKILL');
    const { origin } = cluster.gateways[0] as Cluster['gateways'][number];
    for (let turn = 0; turn < 10; turn++) {
      const answer = await send(origin, `/api/v1/analyses/${analysisId}/matches?variantId=dry-2&variantId=y${turn}`);
      expect(answer.status, answer.text).toBe(200);
    }
  });

  it('answers 503 MATCHER_FAILURE when every matcher is down, never an empty list (Matches, rule 3)', async () => {
    await cluster.matchers[1]?.stop('SIGKILL');
    const answer = await send(
      cluster.gateways[1]?.origin as string,
      `/api/v1/analyses/${analysisId}/matches?variantId=z`,
    );
    expect([answer.status, answer.body.error]).toEqual([503, 'MATCHER_FAILURE']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('still answers HEAD for a known analysis, since HEAD does not run the matcher', async () => {
    const answer = await send(cluster.gateways[1]?.origin as string, `/api/v1/analyses/${analysisId}/matches`, {
      method: 'HEAD',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toContain('max-age=900');
  });

  it('has connected to nothing but its own parts (docs/operations.md "Processes and ports")', () => {
    const hosts = new Set(readFileSync(outgoing, 'utf8').trim().split('\n'));
    expect([...hosts].filter((host) => !['127.0.0.1', '::1', 'localhost'].includes(host))).toEqual([]);
    expect(hosts).toContain('127.0.0.1');
  });
});
