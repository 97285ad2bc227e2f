import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

const DEMO_DIRECTORY = fileURLToPath(new URL('../../../../../demo', import.meta.url));

describe('GET / on the API host', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ env: { DEMO_DIRECTORY } });
  });
  afterAll(() => gateway.stop());

  it('is a page for a browser that links to the pages of the demo, the dashboard and the reference', async () => {
    const { status, headers, text } = await gateway.ask('/', {
      headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['content-security-policy'], 'the icon of the page').toContain('img-src data:');
    expect(text).toMatch(/href="https?:\/\/dashboard\.svc\.test:8080\/"/);
    expect(text).toMatch(/href="https?:\/\/linden-beauty\.svc\.test:8080\/"/);
    expect(text).toContain('href="/docs"');
  });

  it('is JSON with the same links for a program, and every link exists', async () => {
    const { headers, json } = await gateway.ask('/', { headers: { accept: '*/*' } });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers.vary).toContain('Accept');
    for (const path of ['/docs', '/openapi.json', '/healthz']) {
      expect(Object.values(json)).toContain(path);
      expect((await gateway.ask(path)).status, path).toBe(200);
    }
  });

  it('names no demo without DEMO_DIRECTORY', async () => {
    const bare = await startGateway();
    try {
      const { text } = await bare.ask('/', { headers: { accept: 'text/html' } });
      expect(text).not.toContain('demo');
    } finally {
      await bare.stop();
    }
  });
});
