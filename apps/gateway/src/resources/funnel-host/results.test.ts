import type { CatalogCard, FunnelPage, PresentedMatch, ResultView, VariantDescription } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import {
  type DescribeVariantsRequest,
  type GetVariantsRequest,
  type MatchingInput,
  ShopperReasonCode,
} from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID, matchingFakes, matchingInput } from '../../testing/fixtures.js';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const HOST = 'quiz.svc.test';
const RESULT = `/api/results/${ANALYSIS_ID}`;

const page = (locale = 'en'): Partial<FunnelPage> => ({
  funnel: { id: 'funnel-1', subdomain: 'quiz', name: 'Quiz' },
  locale,
});
const card = (variantId: string): CatalogCard => ({
  variantId,
  productId: `P-${variantId}`,
  productName: 'Blush',
  variantName: variantId,
  available: true,
});
const sentReason = {
  code: ShopperReasonCode.SHOPPER_REASON_CODE_RECOMMENDED,
  text: 'Recommended for answers like yours.',
};
const description = (set: VariantDescription['set'] = null): VariantDescription => ({
  reasons: [{ code: 'RECOMMENDED', text: 'Recommended for answers like yours.' }],
  set,
});

interface Given {
  input?: Partial<MatchingInput>;
  match?: PresentedMatch;
  /** Matched variants that are sets. */
  sets?: Record<string, VariantDescription['set']>;
  /** Variants that the catalog lost. */
  lost?: string[];
}

async function start(
  { input, match, sets = {}, lost = [] }: Given = {},
  options: Parameters<typeof startGateway>[0] = {},
) {
  const presented = match ?? { resultPage: false, variants: ['V1', 'V2'], tabs: [] };
  const matched = new Set([...presented.variants, ...presented.tabs.flatMap((tab) => tab.variants)]);
  gateway = await startGateway({
    ...options,
    handlers: {
      analysis: matchingFakes(matchingInput(input)).analysis,
      funnelPages: {
        getFunnelPage: async ({ host, locale }) => {
          if (host?.name?.value === 'unknown') throw new ServiceError('NOT_FOUND', 'No funnel has this host.');
          const pageJson = json.encode(page(locale));
          return { companyId: 'company-1', funnelId: 'funnel-1', domains: [], paused: true, pageJson };
        },
      },
      presentation: {
        presentMatch: async () => ({ matchJson: json.encode(presented), state: 's' }),
        describeVariants: async ({ variantIds }) => {
          const known = variantIds.filter((id) => matched.has(id));
          return {
            variants: known.map((variantId) => ({
              variantId,
              reasons: [sentReason],
              set: sets[variantId] ?? undefined,
            })),
          };
        },
      },
      variants: {
        getVariants: async ({ variantIds }) => ({
          variants: variantIds.filter((id) => !lost.includes(id)).map(card),
        }),
      },
    },
  });
  return gateway;
}
const ask = (path = RESULT, host = HOST) => gateway.ask(path, { host });
const view = async (path = RESULT) => (await ask(path)).json as unknown as ResultView;
const getCalls = <T>(method: string) => (gateway.services.calls[method] ?? []) as T[];

describe('GET /api/results/:analysisId on a funnel host', () => {
  it('returns what the result page shows, in one answer that is neither stored nor indexed; for paused funnels too', async () => {
    await start({ input: { colorJson: json.encode({ type: 'SOFT_AUTUMN', scores: {} }) } });
    const { status, headers, json: body } = await ask(`${RESULT}?locale=de`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toEqual({
      analysisId: ANALYSIS_ID,
      funnel: 'quiz',
      isPreview: false,
      locale: 'de',
      colorType: { type: 'SOFT_AUTUMN', name: 'Sanfter Herbst' },
      resultPage: false,
      variants: ['V1', 'V2'],
      tabs: [],
      cards: { V1: { ...card('V1'), ...description() }, V2: { ...card('V2'), ...description() } },
    });
  });

  it('is in the requested language, else in the company’s', async () => {
    await start();
    await ask(`${RESULT}?locale=fr-CH&utm_source=x`);
    await ask();
    for (const method of ['presentMatch', 'describeVariants']) {
      expect(getCalls<{ locale: string }>(method).map(({ locale }) => locale)).toEqual(['fr-CH', 'en']);
    }
  });

  it.each([
    ['no color type', undefined],
    ['answers that give none', json.encode({ type: null, scores: {} })],
  ])('an analysis with %s has none', async (_name, colorJson) => {
    await start({ input: { colorJson } });
    expect((await view()).colorType).toBeNull();
  });

  it('brings the cards of the first 24 of each tab, of 240 at most; the rest on demand', async () => {
    const ids = (tab: number) => Array.from({ length: 30 }, (_, index) => `T${tab}-${index}`);
    const tabs = Array.from({ length: 12 }, (_, tab) => ({ key: `T${tab}`, name: 'Tab', variants: ids(tab) }));
    const match = { resultPage: true, variants: tabs.flatMap((tab) => tab.variants), tabs };
    await start({ match });
    const { cards, ...rest } = await view();
    expect(rest).toMatchObject(match);
    const expected = tabs.slice(0, 10).flatMap((tab) => tab.variants.slice(0, 24));
    expect(Object.keys(cards)).toEqual(expected);
    expect(getCalls<DescribeVariantsRequest>('describeVariants')).toHaveLength(1);
  });

  it('brings the members of sets with the sets; one that does not suit has no reasons', async () => {
    const members = ['V2', 'V3', 'V4'].map((variantId) => ({ variantId, quantity: 2 }));
    const match = { resultPage: false, variants: ['V1', 'V2', 'V3'], tabs: [] };
    await start({ match, sets: { V1: { key: 's', name: 'Set', members } } });
    const { cards } = await view();
    expect(Object.keys(cards).sort()).toEqual(['V1', 'V2', 'V3', 'V4']);
    expect(cards.V1!.set).toEqual({ key: 's', name: 'Set', members });
    expect(cards.V4).toEqual({ ...card('V4'), reasons: [], set: null });
    expect(getCalls<GetVariantsRequest>('getVariants').map(({ variantIds }) => variantIds)).toEqual([
      ['V1', 'V2', 'V3'],
      ['V4'],
    ]);
  });

  it('a variant that is no longer in the catalog stays in the list without a card', async () => {
    await start({ lost: ['V1'] });
    const { variants, cards } = await view();
    expect([variants, Object.keys(cards)]).toEqual([['V1', 'V2'], ['V2']]);
  });

  it('links=true: with the addresses of all variants, for the events of shop pages', async () => {
    await start();
    gateway.services.handlers.variants.getVariants = async ({ variantIds }) => ({
      variants: variantIds.map((id) => ({ ...card(id), ...(id === 'V2' && { link: 'https://shop.example/2' }) })),
    });
    expect((await view(`${RESULT}?links=true`)).links).toEqual({ V2: 'https://shop.example/2' });
    expect(await view(`${RESULT}?links=false`)).not.toHaveProperty('links');
  });

  it('no matching variant is 200 without variants, and loads no cards', async () => {
    await start({ match: { resultPage: true, variants: [], tabs: [{ key: 'T', name: 'T', variants: [] }] } });
    expect(await view()).toMatchObject({ variants: [], tabs: [{ variants: [] }], cards: {} });
    expect(getCalls('getVariants')).toEqual([]);
  });

  it.each([
    ['an unknown id', '/api/results/unknownunknownunknown0'],
    ['a malformed id', '/api/results/a.b'],
    ['an id that is too long', `/api/results/${'x'.repeat(65)}`],
  ])('%s is the same 404 as on the match route, after the same calls', async (_name, path) => {
    await start();
    const { status, json: body, headers } = await ask(path);
    expect([status, body.error, body.message]).toEqual([404, 'NOT_FOUND', 'No analysis with this id.']);
    expect([getCalls('getMatchingInput').length, getCalls('getFunnelPage').length]).toEqual([1, 1]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('so is an analysis of another funnel, of the same company too: an id reveals nothing on another host', async () => {
    await start({ input: { funnelId: 'funnel-2' } });
    for (const path of [RESULT, `${RESULT}/cards?variantId=V1`]) {
      const { status, json: body } = await ask(path);
      expect([status, body.message]).toEqual([404, 'No analysis with this id.']);
    }
    expect(getCalls('presentMatch')).toEqual([]);
    expect(getCalls('getVariants')).toEqual([]);
  });

  it('so is one whose funnel was archived', async () => {
    const { services } = await start();
    services.handlers.presentation.presentMatch = async () => {
      throw new ServiceError('NOT_FOUND', 'No analysis with this id.');
    };
    expect((await ask()).status).toBe(404);
  });

  it('a host that no funnel has is 404; the API host has no results', async () => {
    await start();
    expect((await ask(RESULT, 'unknown.svc.test')).status).toBe(404);
    expect((await ask(RESULT, 'svc.test')).json.message).toBe('No such route.');
  });

  it('a funnel without any version has no results', async () => {
    const { services } = await start();
    services.handlers.funnelPages.getFunnelPage = async () => {
      throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'No version.');
    };
    expect((await ask()).json.message).toBe('No analysis with this id.');
  });

  it.each(['locale=', 'locale=x_y', 'locale=de&locale=en', 'links=1', 'links=true&links=true'])(
    '?%s is INVALID_QUERY',
    async (query) => {
      await start();
      expect((await ask(`${RESULT}?${query}`)).json.error).toBe('INVALID_QUERY');
    },
  );

  it('pages of every origin may read results and errors, without credentials, as they may read matches. docs/components.md B10.13; docs/contract.md C3.6', async () => {
    await start();
    for (const path of [RESULT, `${RESULT}/cards?variantId=V1`, '/api/results/unknown']) {
      const { headers } = await gateway.ask(path, { host: HOST, headers: { origin: 'https://shop.example' } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    for (const path of [RESULT, `${RESULT}/cards`]) {
      const { status, headers } = await gateway.ask(path, { method: 'OPTIONS', host: HOST });
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      });
    }
  });

  it('other methods are 405', async () => {
    await start();
    expect((await gateway.ask(RESULT, { method: 'POST', host: HOST })).status).toBe(405);
  });

  it('unknown ids have a budget per source of 60 a minute, then RATE_LIMITED (docs/reliability.md R3.4)', async () => {
    await start({}, { env: { RATE_LIMITS: 'on' } });
    const answers: number[] = [];
    for (let turn = 0; turn < 61; turn += 1) answers.push((await ask(`/api/results/unknown${turn}`)).status);
    expect(new Set(answers.slice(0, 60))).toEqual(new Set([404]));
    expect((await ask()).status).toBe(429);
  });

  it('logs hold the start of the id’s hash, never the id (docs/reliability.md R3.3)', async () => {
    await start();
    await ask();
    expect(JSON.stringify(gateway.logs)).not.toContain(ANALYSIS_ID);
    expect(gateway.logs).toContainEqual(expect.objectContaining({ route: '/api/results/:analysisId', status: 200 }));
  });
});

describe('a failure is an error, and never looks like a match without variants', () => {
  it.each(['presentMatch', 'describeVariants'] as const)(
    'a matcher with a bug in %s is MATCHER_FAILURE',
    async (method) => {
      const { services } = await start();
      services.handlers.presentation[method] = async () => {
        throw new Error('select secret from table');
      };
      const { status, json: body, headers, text } = await ask();
      expect([status, body.error, headers['retry-after']]).toEqual([503, 'MATCHER_FAILURE', '1']);
      expect(text).not.toContain('secret');
    },
  );

  it('a matcher or an analysis-svc that is down is MATCHER_FAILURE', async () => {
    const { services } = await start();
    await services.servers.matcher.stop();
    expect((await ask()).json.error).toBe('MATCHER_FAILURE');
    await services.servers.analysis.stop();
    expect((await ask()).json.error).toBe('MATCHER_FAILURE');
  });

  it('a matcher that is frozen is MATCHER_FAILURE at its deadline', async () => {
    const { services } = await start();
    services.handlers.presentation.presentMatch = () => new Promise(() => {});
    expect((await ask()).json.error).toBe('MATCHER_FAILURE');
  });

  it('a catalog that cannot be read is UNAVAILABLE', async () => {
    const { services } = await start();
    await services.servers.catalog.stop();
    const { status, json: body } = await ask();
    expect([status, body.error, body.message]).toEqual([
      503,
      'UNAVAILABLE',
      'The products cannot be shown now. Please try again.',
    ]);
  });

  it.each(['MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE'] as const)('%s is 422', async (code) => {
    const { services } = await start();
    services.handlers.presentation.presentMatch = async () => {
      throw new ServiceError(code, 'Too large.');
    };
    const { status, json: body } = await ask();
    expect([status, body.error]).toEqual([422, code]);
  });
});

describe('GET /api/results/:analysisId/cards', () => {
  const CARDS = `${RESULT}/cards`;

  it('gives cards of matched variants, members of their sets with them', async () => {
    const set = { key: 's', name: 'Set', members: [{ variantId: 'V9', quantity: 1 }] };
    await start({ sets: { V2: set } });
    const { json: body, headers } = await ask(`${CARDS}?variantId=V2&variantId=V2&locale=de`);
    expect(body).toEqual({
      cards: { V2: { ...card('V2'), ...description(set) }, V9: { ...card('V9'), reasons: [], set: null } },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(getCalls('presentMatch')).toEqual([]);
    expect(getCalls('describeVariants')).toMatchObject([{ variantIds: ['V2'], locale: 'de' }, { variantIds: ['V9'] }]);
  });

  it('an id gives no access to the catalog: variants that do not match have no card', async () => {
    await start();
    expect((await ask(`${CARDS}?variantId=hidden&variantId=__proto__&variantId=V1`)).json).toEqual({
      cards: { V1: { ...card('V1'), ...description() } },
    });
  });

  it.each([
    ['none', '', 'variantId must be given at least once.'],
    ['49', Array.from({ length: 49 }, (_, index) => `variantId=V${index}`).join('&'), /at most 48 times; 49 /],
    ['an empty one', 'variantId=', /variantId must not be empty/],
    ['broken encoding', 'variantId=%zz', /percent-encoded/],
    ['a NUL', 'variantId=a%00', /NUL/],
  ])('%s is INVALID_QUERY', async (_name, query, message) => {
    await start();
    const { status, json: body } = await ask(`${CARDS}?${query}`);
    expect([status, body.error]).toEqual([400, 'INVALID_QUERY']);
    expect(body.message).toMatch(message);
  });
});
