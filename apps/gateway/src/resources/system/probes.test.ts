import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGrpcServer, createLogger } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

describe('readiness. docs/architecture.md "Environment"', () => {
  it('is 200 when all services serve', async () => {
    gateway = await startGateway();
    const { status, json, headers } = await gateway.ask('/readyz');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(json).toEqual({
      status: 'ready',
      services: {
        funnel: true,
        analysis: true,
        matcher: true,
        catalog: true,
        identity: true,
        insight: true,
        chat: true,
      },
    });
  });

  it('is 503 while one service does not serve or is down, and 200 afterwards; the process is healthy meanwhile', async () => {
    gateway = await startGateway();
    gateway.services.servers.catalog.setServing(false);
    const unready = await gateway.ask('/readyz');
    expect([unready.status, unready.json.services]).toEqual([
      503,
      { funnel: true, analysis: true, matcher: true, catalog: false, identity: true, insight: true, chat: true },
    ]);
    gateway.services.servers.catalog.setServing(true);
    await expect.poll(async () => (await gateway.ask('/readyz')).status).toBe(200);
    await gateway.services.servers.matcher.stop();
    await expect
      .poll(async () => (await gateway.ask('/readyz')).json.services)
      .toMatchObject({ matcher: false, funnel: true });
    expect((await gateway.ask('/healthz')).status).toBe(200);
  });

  it('a probe that goes away before its answer does not make the service not ready for others', async () => {
    const CATALOG_ADDR = inProcessHost();
    gateway = await startGateway({ env: { CATALOG_ADDR } });
    const leaving = connect(gateway.port, '127.0.0.1');
    leaving.write('GET /readyz HTTP/1.1\r\nHost: svc.test\r\n\r\n');
    // The check waits for the catalog, which is about to start.
    await sleep(50);
    leaving.destroy();
    await sleep(20);
    const catalog = createGrpcServer({ services: [], log: createLogger({ name: 'catalog', level: 'silent' }) });
    await catalog.listen(CATALOG_ADDR, 0);
    const { status, json } = await gateway.ask('/readyz');
    expect([status, json.services]).toMatchObject([200, { catalog: true, funnel: true }]);
    await catalog.stop();
  });
});
