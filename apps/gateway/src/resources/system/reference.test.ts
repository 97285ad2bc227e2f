import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

describe('the reference page', () => {
  it('loads nothing from another host: its script is served here and its policy allows no other', async () => {
    gateway = await startGateway();
    const page = await gateway.ask('/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|\*/);
    const script = /src="(\/docs\/[0-9a-f]{16}\/reference\.js)"/.exec(page.text)?.[1] as string;
    const bundle = await gateway.ask(script);
    expect(bundle.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(bundle.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(bundle.text.length).toBeGreaterThan(1_000_000);
  });

  it('compresses its script when the browser can take it', async () => {
    gateway = await startGateway();
    const script = /src="([^"]+)"/.exec((await gateway.ask('/docs')).text)?.[1] as string;
    const { bytes, encoding } = await new Promise<{ bytes: Buffer; encoding: unknown }>((resolve, reject) => {
      const headers = { host: 'svc.test', 'accept-encoding': 'gzip, br' };
      request({ port: gateway.port, path: script, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ bytes: Buffer.concat(chunks), encoding: response.headers['content-encoding'] }),
        );
      })
        .on('error', reject)
        .end();
    });
    expect(encoding).toBe('gzip');
    expect(gunzipSync(bytes).length).toBeGreaterThan(bytes.length * 2);
  });
});

describe('/openapi.json', () => {
  it('is OpenAPI 3.1, open to tools of every origin, and revalidates', async () => {
    gateway = await startGateway();
    const { json, headers } = await gateway.ask('/openapi.json');
    expect(json.openapi).toMatch(/^3\.1\./);
    expect(headers['access-control-allow-origin']).toBe('*');
    const again = await gateway.ask('/openapi.json', { headers: { 'if-none-match': headers.etag as string } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
