import { ServiceError } from '@svc/kit';
import {
  ComponentColorScheme,
  type ComponentConfig,
  ComponentFunnelState,
  type GetComponentConfigRequest,
  TrackingConsent,
} from '@svc/proto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageFakes } from '../../testing/fixtures.js';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { CHAT_CHECK_MS } from './chat-state.js';
import { componentConfig } from './config-schema.js';

let gateway: TestGateway;
afterEach(async () => {
  vi.restoreAllMocks();
  await gateway?.stop();
});

const PATH = '/api/components/v1/config';
const KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m';

const CONFIG: ComponentConfig = {
  company: 'glow',
  language: 'en',
  components: { popup: true, widget: true, floatingActionButton: false, chat: true },
  zIndex: { widget: 900 },
  theme: { colorScheme: ComponentColorScheme.COMPONENT_COLOR_SCHEME_AUTO, accentColor: '#7D3552', cornerRadius: 16 },
  defaultFunnel: 'beauty',
  funnels: [
    {
      subdomain: 'beauty',
      name: 'Find your glow',
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_PUBLISHED,
      hasSelfie: true,
    },
    {
      subdomain: 'next',
      host: 'quiz.glow.example',
      name: 'Next',
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_DRAFT,
      hasSelfie: false,
    },
    {
      subdomain: 'old',
      name: 'Old',
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_PAUSED,
      hasSelfie: false,
    },
  ],
  isWidgetCollapsed: true,
  cart: true,
  storeContactData: true,
  privacyUrl: 'https://glow.example/privacy',
  trackingConsent: TrackingConsent.TRACKING_CONSENT_REQUIRED,
  attributionDays: 14,
  trackingParameters: [],
  chatStarters: [],
  keepsVisitors: false,
  chatModel: false,
  chatAvoidedWords: [],
};

async function start(changes: Partial<ComponentConfig> = {}) {
  gateway = await startGateway({
    handlers: {
      ...pageFakes(),
      components: {
        getComponentConfig: async ({ company }) => {
          if (company?.$case === 'companyKey' && company.value !== KEY) {
            throw new ServiceError('NOT_FOUND', 'No company has this company key.');
          }
          const domains = ['shop.glow.example', 'dev.glow.example:8443', 'localhost'];
          return { companyId: 'company-1', version: '7', domains, config: { ...CONFIG, ...changes } };
        },
      },
      catalog: { listProductPaths: async () => ({ paths: ['/p/'] }) },
    },
  });
  return gateway;
}

const asked = () => (gateway.services.calls.getComponentConfig ?? []) as GetComponentConfigRequest[];
const read = async (query: string, headers: Record<string, string> = {}) => {
  const { json } = await gateway.ask(`${PATH}?company=${KEY}&${query}`, { headers });
  return componentConfig.parse(json);
};

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
    await gateway.stop();
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

  it('greets in the words of the company where it has some in the language of the texts (docs/components.md B4.10)', async () => {
    await start({
      chatGreeting: { en: 'Welcome!', de: 'Willkommen!' },
      chatStarters: [{ en: 'Bestsellers?' }, { en: 'What suits me?', de: 'Was steht mir?' }],
      chatContactUrl: 'mailto:care@glow.example',
    });
    const privacyUrl = 'https://glow.example/privacy';
    const contactUrl = 'mailto:care@glow.example';
    const english = { greeting: 'Welcome!', starters: ['Bestsellers?', 'What suits me?'], privacyUrl, contactUrl };
    expect((await read('locale=en')).chat).toEqual(english);
    expect((await read('locale=fr')).chat).toEqual(english);
    expect((await read('locale=de-AT')).chat).toEqual({
      ...{ greeting: 'Willkommen!', starters: ['Was steht mir?'], privacyUrl, contactUrl },
    });
  });

  it("greets in the components' own words where the company has none in that language (docs/components.md B4.10)", async () => {
    await start({ chatGreeting: { en: 'Welcome!' }, chatStarters: [{ en: 'Bestsellers?' }] });
    expect((await read('locale=de')).chat).toMatchObject({
      greeting: 'Hallo! Wonach suchst du?',
      starters: ['Was passt zu mir?'],
    });
  });

  it('offers the starters of the chat service where the company has none in that language (docs/components.md B4.10)', async () => {
    const { services } = await start({ chatStarters: [{ en: 'Bestsellers?' }] });
    services.handlers.chat.getChatSetup = async () => ({
      hasLanguageModel: false,
      defaultStarters: [
        { en: 'What suits me?', otherEn: [], de: 'Was passt zu mir?', otherDe: [] },
        { en: 'Contact', otherEn: [], de: 'Kontakt', otherDe: [] },
      ],
    });
    expect((await read('locale=de')).chat.starters).toEqual(['Was passt zu mir?', 'Kontakt']);
    expect((await read('locale=en')).chat.starters).toEqual(['Bestsellers?']);
  });

  it('words what the service offers without the words that the company avoids (docs/chat.md T5.6)', async () => {
    const { services } = await start({ chatAvoidedWords: ['kosten', 'kostet', 'kontakt', 'wonach'] });
    services.handlers.chat.getChatSetup = async () => ({
      hasLanguageModel: false,
      defaultStarters: [
        { en: 'What suits me?', otherEn: [], de: 'Was passt zu mir?', otherDe: [] },
        { en: 'Lowest price?', otherEn: ['Least?'], de: 'Was kostet wenig?', otherDe: ['Niedrige Kosten?', 'Preise?'] },
        { en: 'Contact', otherEn: [], de: 'Kontakt', otherDe: [] },
      ],
    });
    expect((await read('locale=de')).chat).toMatchObject({
      greeting: 'Willkommen! Was kann ich für dich tun?',
      starters: ['Was passt zu mir?', 'Preise?'],
    });
    expect((await read('locale=en')).chat.starters).toEqual(['What suits me?', 'Lowest price?', 'Contact']);
  });

  it.each([
    ['suit', 'What do you recommend?'],
    ['recommend', 'What suits me?'],
  ])("words its own starter without '%s' while chat-svc offers none (docs/chat.md T5.6)", async (word, starter) => {
    await start({ chatAvoidedWords: [word] });
    expect((await read('locale=en')).chat.starters).toEqual([starter]);
  });

  it.each([
    ['a model that is connected and switched on', true, true, true],
    ['a model that the company did not switch on', false, true, undefined],
    ['no model in this installation', true, false, undefined],
    ['an older chat-svc, which does not say whether it has one', true, undefined, true],
  ])('names a language model: %s (docs/components.md B4.12)', async (_name, chatModel, isConnected, expected) => {
    const { services } = await start({ chatModel });
    services.handlers.chat.getChatSetup = async () => {
      if (isConnected === undefined) throw new ServiceError('INTERNAL', 'No such method.');
      return { hasLanguageModel: isConnected, defaultStarters: [] };
    };
    expect((await read('')).chat.languageModel).toBe(expected);
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

  describe('while the chat does not answer (docs/components.md B4.11)', () => {
    /** Later checks count the time that passed. */
    function passTime() {
      const now = performance.now() + CHAT_CHECK_MS + 1;
      vi.spyOn(performance, 'now').mockReturnValue(now);
    }
    const readChat = async () => {
      const { json, headers } = await gateway.ask(`${PATH}?company=${KEY}`);
      return [componentConfig.parse(json).components.chat, headers['cache-control']];
    };
    const OFF = [false, 'public, max-age=5, s-maxage=5'];
    const ON = [true, 'public, max-age=60, s-maxage=60, stale-while-revalidate=300'];

    it('pages have none, for as long as that is known; afterwards they have it again', async () => {
      const { services } = await start();
      services.servers.chat.setServing(false);
      expect(await readChat()).toEqual(OFF);
      services.servers.chat.setServing(true);
      expect(await readChat()).toEqual(OFF);
      passTime();
      expect(await readChat()).toEqual(ON);
    });

    it('a service that stopped is one that does not answer, and everything else of the answer is the same', async () => {
      await start();
      const { version, components, ...others } = await read('');
      await gateway.services.servers.chat.stop();
      passTime();
      await vi.waitFor(async () => expect((await read('')).components.chat).toBe(false), 20_000);
      const later = await read('');
      expect(later).toEqual({ ...others, components: { ...components, chat: false }, version: expect.any(String) });
      expect(later.version).not.toBe(version);
    });

    it('settings of a company without a chat are kept as usual', async () => {
      const { services } = await start({
        components: { popup: true, widget: true, floatingActionButton: false, chat: false },
      });
      services.servers.chat.setServing(false);
      expect(await readChat()).toEqual([false, ON[1]]);
    });
  });
});
