import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

const DEMO_DIRECTORY = fileURLToPath(new URL('../../../../../demo/', import.meta.url));
const HOST = 'demo-shop.svc.test:8080';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ env: { DEMO_DIRECTORY, PUBLIC_SCHEME: 'https' } });
});
afterAll(() => gateway.stop());

const open = (path: string) => gateway.ask(path, { host: HOST });
const readSettings = (html: string) => JSON.parse(/window\.SVC_AI = (\{.*?\});/.exec(html)?.[1] as string);
/** Sources of one directive of the page's policy. */
const getSources = (policy: unknown, directive: string) =>
  String(policy)
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1);

describe('the demo shop. docs/contract.md C2.1', () => {
  it.each([
    ['/', 'Color that knows you'],
    ['/quiz', 'Find your shade'],
    ['/chat', 'Ask about our products'],
    ['/p/velvet-hour-foundation', 'Velvet Hour Foundation'],
    ['/p/lip-wardrobe', 'Lip Wardrobe'],
    ['/cart', 'Cart'],
    ['/thanks', 'Thank you'],
    ['/elements/svc-analysis', 'svc-analysis'],
    ['/elements/svc-widget', 'svc-widget'],
    ['/elements/svc-chat', 'svc-chat'],
    ['/spa/', 'Single-page shop'],
    ['/spa/p/velvet-hour-foundation', 'Single-page shop'],
  ])('%s is a page that loads the components as merchants do', async (path, title) => {
    const { status, text, headers } = await open(path);
    expect(status).toBe(200);
    expect(text).toContain(`<title>${title} | Linden &amp; Lune</title>`);
    expect(text).toContain('<script defer src="https://svc.test:8080/components.js"></script>');
    expect(text).not.toMatch(/\{\{|undefined/);
    expect(readSettings(text)).toMatchObject({ COMPANY_ID: expect.stringMatching(/^[A-Za-z0-9]{25}$/) });
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' });
  });

  it('an address that the shop does not have is a page with status 404', async () => {
    for (const path of [
      '/nothing',
      '/p/nothing',
      '/p/',
      '/p/../quiz',
      '/constructor',
      '/elements/constructor',
      '/elements/svc-none',
      '/spa',
      '/shop/none.js',
    ]) {
      const { status, text } = await open(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('There is no such page');
    }
  });

  it('files are sent with their types, pictures with the address of this system', async () => {
    expect((await open('/shop/shop.css')).headers['content-type']).toBe('text/css; charset=utf-8');
    expect((await open('/shop/shop.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
    const products = JSON.parse((await open('/shop/products.json')).text);
    expect(products[0].picture).toMatch(/^https:\/\/svc\.test:8080\/demo\/images\/products\//);
    expect(JSON.stringify(products)).not.toContain('localhost');
  });

  it('a template or another file of the demo cannot be read', async () => {
    for (const path of ['/shop/layout.html', '/shop/..%2fcompany.yaml', '/shop/../company.yaml', '/company.yaml']) {
      expect((await open(path)).text).not.toMatch(/\{\{|companyKey/);
    }
  });

  it('a product page names its product, and with product=none leaves it to the address', async () => {
    expect(readSettings((await open('/p/velvet-hour-foundation')).text).PRODUCT_ID).toBe('FND-VELVET');
    expect(readSettings((await open('/p/velvet-hour-foundation?product=none')).text)).not.toHaveProperty('PRODUCT_ID');
    expect(readSettings((await open('/elements/svc-widget')).text).PRODUCT_ID).toBe('FND-VELVET');
    for (const path of ['/', '/elements/svc-analysis'])
      expect(readSettings((await open(path)).text)).not.toHaveProperty('PRODUCT_ID');
  });

  it('switches of the address change one thing each', async () => {
    const [plain, banner, small, rightToLeft, german] = await Promise.all(
      ['/', '/?banner=1', '/?root=62.5', '/?dir=rtl', '/?lang=de'].map(async (path) => (await open(path)).text),
    );
    expect(plain).toContain('<html lang="en" dir="ltr">');
    expect(plain).not.toContain('data-banner');
    expect(banner).toContain('data-banner');
    expect(small).toContain('class="root-62"');
    expect(rightToLeft).toContain('dir="rtl"');
    expect(german).toContain('lang="de"');
    expect((await open('/p/hold-on-gripping-primer?widget=flow')).text).toContain('<svc-widget></svc-widget>');
    const settings = async (query: string) => readSettings((await open(`/${query}`)).text);
    expect(await settings('?consent=required')).toMatchObject({ CONSENT: 'denied' });
    expect(await settings('?auto=off')).toMatchObject({ NO_AUTOMATIC_COMPONENT_CREATION: true });
    expect(await settings('?drafts=1')).toMatchObject({ INCLUDE_DRAFT_FUNNEL: true });
    expect(await settings('?company=none')).toEqual({});
    expect(await settings('?dir=%22%3E%3Cscript%3E&lang=x')).toEqual(await settings(''));
  });

  it('csp=strict sends the policy of the guide, which allows exactly the inline script of the page', async () => {
    const { text, headers } = await open('/quiz?csp=strict');
    const policy = headers['content-security-policy'];
    const script = /<script>(.*?)<\/script>/s.exec(text)?.[1] as string;
    const hash = createHash('sha256').update(script).digest('base64');
    expect(getSources(policy, 'script-src')).toEqual(["'self'", 'https://svc.test:8080', `'sha256-${hash}'`]);
    expect(getSources(policy, 'frame-src')).toEqual(['https://*.svc.test:8080']);
    expect(getSources(policy, 'style-src')).toEqual(["'self'"]);
    expect(getSources(policy, 'trusted-types')).toEqual(["'none'"]);
    expect(String((await open('/quiz')).headers['content-security-policy'])).not.toContain('script-src');
    expect(text).not.toMatch(/ style=| on[a-z]+=/);
  });

  it('other methods are refused, probes are answered, and no API is on this host', async () => {
    expect((await gateway.ask('/', { host: HOST, method: 'POST' })).status).toBe(405);
    expect((await open('/healthz')).json).toEqual({ status: 'ok' });
    for (const path of ['/api/admin/v1/companies', '/openapi.json', '/api/v1/analyses/x/matches']) {
      expect((await open(path)).text).toContain('There is no such page');
    }
  });

  it('without the demo there is no such host', async () => {
    const plain = await startGateway();
    for (const path of ['/', '/quiz', '/shop/shop.js']) {
      expect((await plain.ask(path, { host: HOST })).json.error).toBe('NOT_FOUND');
    }
    expect((await plain.ask('/healthz', { host: HOST })).json).toEqual({ status: 'ok' });
    await plain.stop();
  });
});
