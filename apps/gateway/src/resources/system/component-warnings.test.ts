import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { COMPONENT_WARNINGS } from './component-warnings.js';

const page = readFileSync(new URL('../../../../../docs/components.md', import.meta.url), 'utf8');
const codes = [...page.slice(page.indexOf('## B15'), page.indexOf('## B16')).matchAll(/^\| `([a-z-]+)` \|/gm)].map(
  ([, code]) => code,
);

describe('GET /docs/components. docs/components.md B15', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('explains every code of the documentation, each at its own anchor', async () => {
    expect(codes.length).toBeGreaterThan(10);
    expect(COMPONENT_WARNINGS.map(({ code }) => code)).toEqual(codes);
    const { status, text } = await gateway.ask('/docs/components');
    expect(status).toBe(200);
    for (const code of codes) expect(text).toContain(`<h2 id="${code}">`);
  });

  it('is on the host of a funnel too, from which a shop may load the script', async () => {
    expect((await gateway.ask('/docs/components', { host: 'beauty.svc.test' })).status).toBe(200);
  });

  it('runs nothing and loads nothing', async () => {
    const { headers } = await gateway.ask('/docs/components');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });
});
