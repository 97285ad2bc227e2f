import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

const host = 'preview.svc.test:8080';

describe('the preview host (docs/adr/0083-the-preview-host.md)', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('serves the scripts of funnel hosts, may be framed by the dashboard only, and can send nothing (docs/contract.md C2.1)', async () => {
    const { status, headers, text } = await gateway.ask('/', { host });
    expect(status).toBe(200);
    expect(text).toContain('<meta name="page-script" content="/assets/main-1a2b3c4d.js">');
    expect(text).toContain('<script type="module" src="/assets/preview-0f1e2d3c.js"></script>');
    const policy = String(headers['content-security-policy']).split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'none'",
      'frame-ancestors https://dashboard.svc.test:8080',
      "form-action 'none'",
    ])
      expect(policy).toContain(rule);
    expect(headers['cache-control']).toBe('no-store');
    expect((await gateway.ask('/assets/preview-0f1e2d3c.js', { host })).status).toBe(200);
    expect((await gateway.ask('/assets/main-1a2b3c4d.js', { host })).status).toBe(200);
  });

  it.each(['/api/analyses', '/api/v1/analyses', '/api/admin/v1/companies', '/api/results/x', '/auth/me'])(
    'has no %s, with any method (C2.1)',
    async (path) => {
      for (const method of ['GET', 'POST']) expect((await gateway.ask(path, { host, method })).status).toBe(404);
    },
  );
});

it('a gateway whose built page has no preview answers 503 there', async () => {
  const gateway = await startGateway({ pageDirectory: '/nowhere' });
  expect((await gateway.ask('/', { host })).status).toBe(503);
  await gateway.stop();
});
