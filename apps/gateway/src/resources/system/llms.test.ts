import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

describe('GET /llms.txt (docs/contract.md C2.7)', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('is text that revalidates', async () => {
    const { status, headers, text } = await gateway.ask('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# .+\n\n> .+\n/);
    const again = await gateway.ask('/llms.txt', { headers: { 'if-none-match': headers.etag as string } });
    expect(again.status).toBe(304);
  });

  it('names the routes of the headless API as the OpenAPI document does, and none of the management API', async () => {
    const { text } = await gateway.ask('/llms.txt');
    const { json } = await gateway.ask('/openapi.json');
    const named = [...text.matchAll(/^- `([A-Z]+) (\/[^`]*)`: (.+)$/gm)];
    expect(named.map(([, method, path]) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /api/v1/funnels/{funnelId}',
        'POST /api/v1/analyses',
        'GET /api/v1/analyses/{analysisId}/matches',
        'POST /api/analyses',
      ]),
    );
    for (const [, method = '', path = '', summary] of named) {
      expect(json.paths).toHaveProperty([path, method.toLowerCase(), 'summary'], summary);
    }
    expect(text).not.toContain('/api/admin/');
    const [ofApiHost = '', ofFunnelHost = ''] = text.split("## Routes of a funnel's host");
    expect(ofApiHost).toContain('`POST /api/v1/analyses`');
    expect(ofFunnelHost).toContain('`POST /api/analyses`');
  });

  it('links to addresses of the API host that exist', async () => {
    const { text } = await gateway.ask('/llms.txt');
    const paths = [...text.matchAll(/\]\(https?:\/\/svc\.test:8080(\/[^)]+)\)/g)].map(([, path]) => path as string);
    expect(paths).toEqual(['/openapi.json', '/docs']);
    for (const path of paths) expect((await gateway.ask(path)).status, path).toBe(200);
    expect(text).toMatch(/<script defer src="https?:\/\/svc\.test:8080\/components\.js">/);
  });
});
