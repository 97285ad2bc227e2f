import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@svc/kit';
import { ComponentColorScheme, ComponentFunnelState } from '@svc/proto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONFIG, createConfigReader, KEY, PATH } from '../../testing/component-config.js';
import { waitFor } from '../../testing/wait-for.js';
import { componentConfig } from './config-schema.js';

const reader = createConfigReader();
const { start, asked, read } = reader;
afterEach(async () => {
  vi.restoreAllMocks();
  await reader.stop();
});

describe('GET /api/components/v1/config', () => {
  it('gives everything that a shop page needs, in the documented form (docs/components.md B4.1)', async () => {
    const { ask } = await start();
    const { status, json, text } = await ask(`${PATH}?company=${KEY}`);
    expect(status).toBe(200);
    expect(componentConfig.strict().parse(json)).toEqual(json);
    expect(Buffer.byteLength(text)).toBeLessThan(4_096);
    expect(json).toMatchObject({
      company: 'glow',
      components: { popup: true, widget: true, floatingActionButton: false, chat: true },
      zIndex: { popup: null, widget: 900, floatingActionButton: null },
      theme: {
        colorScheme: 'auto',
        accentColor: '#7d3552',
        onAccentColor: '#ffffff',
        backgroundColor: null,
        textColor: null,
        fontFamily: null,
        cornerRadius: 16,
      },
      defaultFunnel: 'beauty',
      funnels: [
        {
          subdomain: 'beauty',
          name: 'Find your glow',
          address: 'https://beauty.svc.test:8080',
          state: 'PUBLISHED',
          hasSelfie: true,
        },
      ],
      widget: { isCollapsed: true },
      cart: true,
      chat: { privacyUrl: 'https://glow.example/privacy', contactUrl: null },
      tracking: { consent: 'REQUIRED', attributionDays: 14 },
      productPaths: ['/p/'],
      texts: { language: 'en', launcher: 'Find what suits you', close: 'Close' },
    });
  });

  it('names the holdout only where visitors are kept (docs/components.md B13.9, docs/insight.md N14.3, N15.1)', async () => {
    const holdout = { experimentId: 'test-1', salt: 'salt', weights: [1, 9], isDry: false };
    await start({ keepsVisitors: true, holdout });
    expect((await read('')).visitor).toEqual({ holdout: { id: 'test-1', salt: 'salt', weights: [1, 9] } });
    await start({ keepsVisitors: true, holdout: { ...holdout, isDry: true } });
    expect((await read('')).visitor?.holdout?.dry).toBe(true);
    await start({ keepsVisitors: true });
    expect((await read('')).visitor).toEqual({});
    await start();
    expect((await read('')).visitor).toBeUndefined();
  });

  it('drafts=1 also lists drafts and paused funnels; a funnel with a host of its own is reached there (docs/components.md B4.3, S63)', async () => {
    await start();
    expect((await read('drafts=1')).funnels.map(({ address, state }) => [address, state])).toEqual([
      ['https://beauty.svc.test:8080', 'PUBLISHED'],
      ['https://quiz.glow.example', 'DRAFT'],
      ['https://old.svc.test:8080', 'PAUSED'],
    ]);
    expect((await read('drafts=0')).funnels).toHaveLength(1);
  });

  it('the company key decides, else the host of the funnel, else the domain (docs/components.md B3; docs/contract.md C5.9)', async () => {
    const { ask } = await start();
    await ask(`${PATH}?company=${KEY}&domain=shop.glow.example`, { host: 'beauty.svc.test' });
    await ask(`${PATH}?domain=shop.glow.example`, { host: 'beauty.svc.test' });
    await ask(PATH, { host: 'quiz.glow.example' });
    await ask(`${PATH}?domain=Shop.Glow.example`);
    expect(asked().map(({ company }) => company)).toEqual([
      { $case: 'companyKey', value: KEY },
      { $case: 'host', value: { name: { $case: 'subdomain', value: 'beauty' } } },
      { $case: 'host', value: { name: { $case: 'host', value: 'quiz.glow.example' } } },
      { $case: 'domain', value: 'shop.glow.example' },
    ]);
  });

  it.each([
    ['nothing that names a company', ''],
    ['a domain that is no host name', '?domain=https%3A%2F%2Fshop.example'],
    ['another value of drafts', `?company=${KEY}&drafts=yes`],
    ['a locale that cannot be parsed', `?company=${KEY}&locale=%21`],
    ['a repeated key', `?company=${KEY}&company=${KEY}`],
  ])('%s is 400 INVALID_QUERY', async (_name, query) => {
    const { ask, services } = await start();
    const { status, json, headers } = await ask(PATH + query);
    expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect(services.calls).toEqual({});
  });

  it('an unknown company and an unknown host are 404, which the page may read and nothing stores (docs/components.md B3.1)', async () => {
    const { ask } = await start();
    for (const [query, host] of [
      ['?company=unknown', 'svc.test'],
      [`?company=${KEY}`, 'evil.test'],
    ]) {
      const { status, json, headers } = await ask(PATH + query, { host: host as string });
      expect([status, json.error]).toEqual([404, 'NOT_FOUND']);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    }
  });

  it.each<[string, string, string | undefined, boolean]>([
    ['the origin of the page', '', 'https://shop.glow.example', true],
    ['another origin', '', 'https://www.glow.example', false],
    ['a port that is not listed', '', 'https://shop.glow.example:8443', false],
    ['a listed port', '', 'https://dev.glow.example:8443', true],
    ['any port of a loopback name', '', 'http://localhost:3000', true],
    ['the named domain, whatever the origin is', 'domain=shop.glow.example', 'https://beauty.svc.test', true],
    ['a named domain that is not listed', 'domain=other.example', 'https://shop.glow.example', false],
    ['a caller that is no page', '', undefined, true],
  ])(
    'says whether the page belongs to the company: %s (docs/components.md B3.5)',
    async (_name, query, origin, allowed) => {
      await start();
      expect((await read(query, origin === undefined ? {} : { origin })).domainAllowed).toBe(allowed);
    },
  );

  it('is cached for a minute, by origin, and may be read by every page without credentials (docs/components.md B4.2)', async () => {
    const { ask } = await start();
    const { headers } = await ask(`${PATH}?company=${KEY}`);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60, s-maxage=60, stale-while-revalidate=300',
      'access-control-allow-origin': '*',
      etag: expect.any(String),
    });
    expect(headers.vary).toMatch(/\bOrigin\b/);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const again = await ask(`${PATH}?company=${KEY}`, { headers: { 'if-none-match': headers.etag as string } });
    expect([again.status, again.text]).toEqual([304, '']);
    const preflight = await ask(PATH, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    });
  });

  it('its version changes with every change of the answer (docs/components.md B4.7)', async () => {
    await start();
    const versions = [await read(''), await read('drafts=1'), await read('locale=de')].map(({ version }) => version);
    expect(new Set(versions).size).toBe(3);
    expect((await read('')).version).toBe(versions[0]);
  });

  it.each([
    ['de-CH', 'de', 'Schließen'],
    ['DE', 'de', 'Schließen'],
    ['en', 'en', 'Close'],
    ['fr', 'en', 'Close'],
    ['deu', 'en', 'Close'],
  ])('texts of %s are in %s (docs/components.md B6.9)', async (locale, language, close) => {
    await start();
    const { texts } = await read(`locale=${locale}`);
    expect([texts.language, texts.close]).toEqual([language, close]);
  });

  it('without a locale texts are in the company language', async () => {
    await start({ language: 'de-AT' });
    expect((await read('')).texts.language).toBe('de');
  });

  it('values of the theme are read again, and text is readable on the accent color and the background', async () => {
    const { COMPONENT_COLOR_SCHEME_DARK: colorScheme } = ComponentColorScheme;
    await start({
      theme: { colorScheme, accentColor: 'red;}', backgroundColor: '#101010', textColor: '#202020', fontFamily: 'a;b' },
    });
    expect((await read('')).theme).toEqual({
      colorScheme: 'dark',
      accentColor: null,
      onAccentColor: null,
      backgroundColor: '#101010',
      textColor: '#ffffff',
      fontFamily: null,
      cornerRadius: null,
    });
  });

  it('further parameters and withheld contact data are named only when the company sets them', async () => {
    await start({ trackingParameters: ['partner'], storeContactData: false });
    const { tracking, storeContactData } = await read('');
    expect([tracking.parameters, storeContactData]).toEqual([['partner'], false]);
    await reader.gateway.stop();
    await start();
    const usual = await read('');
    expect(usual.tracking).not.toHaveProperty('parameters');
    expect(usual).not.toHaveProperty('storeContactData');
  });

  describe('a company with very many funnels (docs/components.md B4.9)', () => {
    const many = Array.from({ length: 200 }, (_, number) => ({
      subdomain: `glow-${number}`,
      name: `Find your glow in the season of the year ${number}`,
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_PUBLISHED,
      hasSelfie: false,
    }));

    it('the answer has the funnels that fit into 4 kB, the default funnel among them, and shows that there are more', async () => {
      const { ask } = await start({ funnels: many, defaultFunnel: 'glow-150' });
      const { text } = await ask(`${PATH}?company=${KEY}`);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
      const { funnels, hasMoreFunnels } = componentConfig.strict().parse(JSON.parse(text));
      expect(hasMoreFunnels).toBe(true);
      expect(funnels.length).toBeGreaterThan(5);
      expect(funnels.map(({ subdomain }) => subdomain)).toEqual([
        ...many.slice(0, funnels.length - 1).map(({ subdomain }) => subdomain),
        'glow-150',
      ]);
    });

    it('a funnel that the page asks for is in the answer', async () => {
      await start({ funnels: many });
      const { funnels } = await read('funnel=glow-199');
      expect(funnels.at(-1)?.subdomain).toBe('glow-199');
      const unknown = await read('funnel=elsewhere');
      expect(unknown.funnels.map(({ subdomain }) => subdomain)).not.toContain('elsewhere');
    });

    it('a draft that the page asks for needs drafts=1', async () => {
      const draft = { ...many[199]!, state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_DRAFT };
      await start({ funnels: [...many.slice(0, 199), draft] });
      expect((await read('funnel=glow-199')).funnels.at(-1)?.subdomain).not.toBe('glow-199');
      expect((await read('funnel=glow-199&drafts=1')).funnels.at(-1)?.subdomain).toBe('glow-199');
    });

    it('a company whose funnels fit has all of them', async () => {
      await start();
      const body = await read('drafts=1');
      expect(body.funnels).toHaveLength(3);
      expect(body).not.toHaveProperty('hasMoreFunnels');
    });

    it.each(['A', 'a', 'a%2Fb', 'x'.repeat(41)])('a funnel that cannot be one is INVALID_QUERY: %s', async (value) => {
      const { ask } = await start();
      const { status, json } = await ask(`${PATH}?company=${KEY}&funnel=${value}`);
      expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
    });
  });

  it('stays below 4 kB with the longest greeting and starters: funnels make room (docs/components.md B4.9)', async () => {
    const funnels = Array.from({ length: 30 }, (_, index) => ({
      ...CONFIG.funnels[0]!,
      subdomain: index === 0 ? 'beauty' : `funnel-${index}`,
    }));
    const chatStarters = Array.from({ length: 6 }, () => ({ en: '🧴'.repeat(50) }));
    const { ask } = await start({ chatGreeting: { en: 'ä'.repeat(300) }, chatStarters, funnels });
    const { text, json } = await ask(`${PATH}?company=${KEY}`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
    expect(json).toMatchObject({ hasMoreFunnels: true, chat: { starters: { length: 4 } } });
  });

  it('while the catalog cannot be read, the answer has no paths of product pages and nothing keeps it (docs/components.md B4.8)', async () => {
    const { ask, services } = await start();
    services.handlers.catalog.listProductPaths = async () => {
      throw new ServiceError('UNAVAILABLE', 'Later.');
    };
    const { status, json, headers } = await ask(`${PATH}?company=${KEY}`);
    expect([status, json.productPaths]).toEqual([200, []]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
  });

  it('paths of product pages that several pages wait for are read also when the first of them goes away', async () => {
    const { ask, services, port } = await start();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    services.handlers.catalog.listProductPaths = async () => {
      await answered;
      return { paths: ['/p/'] };
    };
    const leaving = connect(port, '127.0.0.1');
    leaving.write(`GET ${PATH}?company=${KEY} HTTP/1.1\r\nHost: svc.test\r\n\r\n`);
    await waitFor(() => services.calls.listProductPaths?.length === 1);
    const staying = ask(`${PATH}?company=${KEY}`);
    await waitFor(() => asked().length === 2);
    await sleep(20);
    leaving.destroy();
    await sleep(20);
    answer();
    const { json, headers } = await staying;
    expect([json.productPaths, headers['cache-control']]).toEqual([['/p/'], expect.stringContaining('public')]);
  });
});
