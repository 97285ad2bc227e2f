import { type Blueprint, DEFAULT_CHAT_SETTINGS, DEFAULT_PAGE_THEME } from '@svc/domain';
import type { ServiceError } from '@svc/kit';
import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { parseBlueprint } from './parse-blueprint.js';
import { runDocumentTask } from './run-document-task.js';

const yaml = (text: string) => parseBlueprint(Buffer.from(text), 'application/yaml');
const json = (value: unknown) => parseBlueprint(Buffer.from(JSON.stringify(value)), 'application/json');

const getProblems = async (work: () => Promise<unknown>): Promise<{ path: string; message: string }[]> => {
  try {
    await work();
  } catch (error) {
    expect((error as ServiceError).code).toBe('INVALID_BLUEPRINT');
    return [...(error as ServiceError).details];
  }
  throw new Error('nothing was thrown');
};
const getPaths = async (work: () => Promise<unknown>) => (await getProblems(work)).map(({ path }) => path);

const step = (changes: object) => ({
  funnels: [{ subdomain: 'beauty', published: { steps: [{ id: 1, type: 'AGE', ...changes }] } }],
});

describe('a company file. docs/management.md "Applying"', () => {
  it('is the same as JSON and as YAML', async () => {
    const file = `
name: Glow Cosmetics
language: en
funnels:
  - subdomain: beauty
    resultPage: { enabled: true, tabs: [ { key: FACE, name: { en: Face, de: Gesicht } } ] }
    published: { steps: [ { id: 1, type: HAIR_COLOR, title: Your hair } ] }
`;
    const tabs = [{ key: 'FACE', name: { en: 'Face', de: 'Gesicht' } }];
    const same = {
      name: 'Glow Cosmetics',
      language: 'en',
      funnels: [
        {
          subdomain: 'beauty',
          resultPage: { enabled: true, tabs },
          published: { steps: [{ id: 1, type: 'HAIR_COLOR', title: 'Your hair' }] },
        },
      ],
    };
    expect(await yaml(file)).toEqual(await json(same));
  });

  it('leaves alone what it leaves out: an empty file says nothing', async () => {
    expect(await json({})).toEqual({});
    expect(await json({ funnels: [{ subdomain: 'beauty' }] })).toEqual({ funnels: [{ subdomain: 'beauty' }] });
  });

  it.each([null, []])(
    'clears what is given as %j: the defaults are in force (docs/matching.md M2.1)',
    async (cleared) => {
      const own = ['language', 'currency', 'domains', 'settings', 'webhook', 'crm', 'feed'];
      const keys = [...own, 'tagging', 'sets', 'catalog'];
      expect(await json(Object.fromEntries(keys.map((key) => [key, cleared])))).toEqual({
        language: 'en',
        currency: 'EUR',
        domains: [],
        settings: {
          chat: DEFAULT_CHAT_SETTINGS,
          defaultFunnel: null,
          zIndex: {},
          components: { popup: true, widget: true, floatingActionButton: true, chat: true },
          widget: { isCollapsed: false },
          cart: true,
          storeContactData: true,
          tracking: { consent: 'IMPLIED', visitId: 'MEMORY', attributionDays: 7, parameters: [] },
          colorTaxonomy: 'SEASONS_12',
          selfie: { requireConsent: false, undertone: false },
          theme: DEFAULT_PAGE_THEME,
          privacyUrl: null,
          timeZone: 'UTC',
          analysisRetentionDays: null,
        },
        webhook: null,
        crm: null,
        tagging: { products: {}, variants: {} },
        sets: [],
        catalog: { products: [] },
        feed: null,
      });
      const funnelKeys = ['paused', 'archived', 'assortment', 'matching', 'resultPage', 'draft'];
      const funnel = { subdomain: 'beauty', ...Object.fromEntries(funnelKeys.map((key) => [key, cleared])) };
      expect((await json({ funnels: [funnel] })).funnels?.[0]).toEqual({
        subdomain: 'beauty',
        paused: false,
        archived: false,
        assortment: { tags: [], productIds: [] },
        matching: {
          colorType: { mode: 'require', minScore: 0.2 },
          complexion: { mode: 'require', depthTolerance: 0 },
          rules: [],
          ai: { enabled: false },
        },
        resultPage: { enabled: false, tabs: [] },
        draft: null,
      });
    },
  );

  it('fills in everything below a given key. docs/management.md "Steps"', async () => {
    const [parsed] =
      (
        await json(
          step({
            type: 'SINGLE_SELECTION',
            id: 7,
            title: 'Skin',
            selections: [{ key: 'Dry' }, { key: 'Oily', orderNumber: 9 }],
          }),
        )
      ).funnels?.[0]?.published?.steps ?? [];
    expect(parsed).toEqual({
      id: 7,
      key: 'step_7',
      type: 'SINGLE_SELECTION',
      orderNumber: 0,
      title: { default: 'Skin' },
      formerIds: [],
      required: true,
      strict: false,
      showWhen: null,
      settings: {},
      selections: [
        {
          key: 'Dry',
          orderNumber: 0,
          caption: { default: 'Dry' },
          formerKeys: [],
          tags: { require: [], prefer: [], avoid: [] },
        },
        {
          key: 'Oily',
          orderNumber: 9,
          caption: { default: 'Oily' },
          formerKeys: [],
          tags: { require: [], prefer: [], avoid: [] },
        },
      ],
    });
  });

  it("gives built-in steps their enum's options when they list none", async () => {
    const [parsed] = (await json(step({ type: 'SKIN_UNDERTONE' }))).funnels?.[0]?.published?.steps ?? [];
    expect(parsed?.selections.map(({ key }) => key)).toEqual(['COOL', 'NEUTRAL', 'WARM']);
  });

  it('takes zero, the empty string and false as values', async () => {
    const [parsed] =
      (await json(step({ required: false, orderNumber: 0, title: '' }))).funnels?.[0]?.published?.steps ?? [];
    expect(parsed).toMatchObject({ required: false, orderNumber: 0, title: { default: '' } });
  });

  it('takes prices that YAML reads as numbers', async () => {
    const file =
      'catalog: { products: [ { shopSystemId: P, name: N, variants: [ { shopSystemId: V, name: N, price: 19.5 } ] } ] }';
    expect((await yaml(file)).catalog?.products[0]?.variants[0]).toEqual({
      shopSystemId: 'V',
      name: 'N',
      price: '19.5',
      available: true,
      tags: [],
    });
  });

  it('distinguishes fixed and dynamic sets', async () => {
    const fixed = { key: 'a', name: 'A', variantId: 'S1', variants: [{ id: 'V1' }] };
    const dynamic = { key: 'b', name: 'B', variantId: 'S2', size: 4, products: [{ id: 'P1', max: 2 }] };
    expect((await json({ sets: [fixed, dynamic] })).sets).toEqual([
      { ...fixed, name: { default: 'A' }, variants: [{ id: 'V1', quantity: 1 }], lift: 'all' },
      { ...dynamic, name: { default: 'B' } },
    ]);
  });
});

describe('a file with faults', () => {
  it('is refused with all of them, as JSON pointers', async () => {
    const file = {
      nmae: 'x',
      language: 5,
      'a/b~c': 1,
      funnels: [
        { subdomain: 'beauty', paused: 'no', draft: { steps: [{ id: '1', type: 'HAIR' }] } },
        { published: null, matching: { rules: [{ key: 'r', when: { step: 1, in: 'x' } }] } },
      ],
    };
    expect((await getPaths(() => json(file))).sort()).toEqual([
      '/a~1b~0c',
      '/funnels/0/draft/steps/0/id',
      '/funnels/0/draft/steps/0/type',
      '/funnels/0/paused',
      '/funnels/1/matching/rules/0/then',
      '/funnels/1/matching/rules/0/when/in',
      '/funnels/1/published',
      '/funnels/1/subdomain',
      '/language',
      '/nmae',
    ]);
  });

  it('colors of variants are those of the catalog, and have no other place (docs/dashboard.md Y25.4)', async () => {
    const colors = { V1: '#c98f5a' };
    const select = { tags: [], productIds: [], sets: [], colors };
    const file = {
      ...{ colors, tagging: { products: {}, variants: {}, colors } },
      sets: [{ key: 'duo', name: 'Duo', variantId: 'V1', variants: [{ id: 'V2', color: '#c98f5a' }] }],
      funnels: [{ subdomain: 'beauty', resultPage: { enabled: true, tabs: [{ key: 'T', name: 'T', select }] } }],
    };
    expect((await getPaths(() => json(file))).sort()).toEqual([
      '/colors',
      '/funnels/0/resultPage/tabs/0/select/colors',
      '/sets/0/variants/0/color',
      '/tagging/colors',
    ]);
    const variants = [{ shopSystemId: 'V1', name: 'Coral', color: '#c98f5a' }];
    await expect(
      json({ catalog: { products: [{ shopSystemId: 'P1', name: 'Lipstick', variants }] } }),
    ).resolves.toBeDefined();
  });

  it.each([
    [{ name: 5 }, 'The value must be a string.'],
    [{ funnels: [{}] }, 'The value must be a string; it is missing.'],
    [{ nmae: 'x' }, 'This key is not known here; it must be corrected or removed.'],
    [step({ type: 'HAIR' }), 'The value must be one of HAIR_COLOR, EYE_COLOR, '],
    [step({ id: 1.5 }), 'The value must be an integer.'],
    [{ funnels: [{ subdomain: 'b', published: null }] }, 'A version cannot be removed'],
  ])('says what to change: %#', async (file, message) => {
    expect((await getProblems(() => json(file)))[0]?.message).toContain(message);
  });

  it.each([
    [
      'a condition inside conditions',
      { all: [{ not: { any: [{ field: 'shoes', in: [] }] } }] },
      '/all/0/not/any/0/field',
    ],
    ['two conditions in one', { step: 1, in: [], answered: true }, '/in'],
    ['answered: false', { step: 1, answered: false }, '/answered'],
    ['no condition at all', {}, ''],
  ])('points into %s', async (_name, showWhen, path) => {
    const [first] = await getPaths(() => json(step({ showWhen })));
    expect(first?.startsWith(`/funnels/0/published/steps/0/showWhen${path}`)).toBe(true);
  });

  it('unknown keys are errors on every level', async () => {
    const file = { settings: { zindex: {} }, ...step({ selections: [{ key: 'a', tag: [] }], strickt: true }) };
    expect((await getPaths(() => json(file))).sort()).toEqual([
      '/funnels/0/published/steps/0/selections/0/tag',
      '/funnels/0/published/steps/0/strickt',
      '/settings/zindex',
    ]);
  });

  it('NUL, lone surrogates and __proto__ are found wherever they are', async () => {
    const bytes = Buffer.from('{"name":"a\\u0000","tagging":{"products":{"\\ud800":[]}},"funnels":[{"__proto__":{}}]}');
    expect(await getPaths(() => parseBlueprint(bytes, 'application/json'))).toEqual([
      '/name',
      '/tagging/products/\ud800',
      '/funnels/0/__proto__',
    ]);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['not an object', '[]', 'application/json'],
    ['broken JSON', '{', 'application/json'],
    ['empty JSON', '', 'application/json'],
    ['deep JSON', '['.repeat(1_000_000), 'application/json'],
    ['broken YAML', 'a: [', 'application/yaml'],
    ['empty YAML', '', 'application/yaml'],
    ['a key twice in YAML', 'name: a\nname: b', 'application/yaml'],
    ['two YAML documents', 'name: a\n---\nname: b', 'application/yaml'],
    ['deep YAML', '['.repeat(100_000), 'application/yaml'],
  ])('%s is INVALID_BLUEPRINT', async (_name, text, type) => {
    expect((await getProblems(() => parseBlueprint(Buffer.from(text), type))).length).toBeGreaterThan(0);
  });

  it('a key given twice is found in JSON as in YAML, at each place: none of the two is dropped in silence', async () => {
    const text = '{"name":"a","funnels":[{"subdomain":"one"},{"subdomain":"two","name":"x","name":"y"}],"name":"b"}';
    expect(await getProblems(() => parseBlueprint(Buffer.from(text), 'application/json'))).toEqual([
      { path: '/funnels/1/name', message: 'This key is given twice; keep one.' },
      { path: '/name', message: 'This key is given twice; keep one.' },
    ]);
  });

  it('says the line of a fault in YAML', async () => {
    expect((await getProblems(() => yaml('name: a\nlanguage: en\nname: b')))[0]?.message).toMatch(/line 3/);
  });

  it('nested aliases do not multiply ("billion laughs"), and a single one is fine', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `k${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(',')}]`,
    );
    const startedAt = performance.now();
    expect((await getProblems(() => yaml(`k0: &a0 [x]\n${levels.join('\n')}`)))[0]?.message).toMatch(/alias/i);
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(3_000));
    expect((await yaml('name: &n Glow\nfunnels: [ { subdomain: beauty, name: *n } ]')).funnels?.[0]?.name).toBe('Glow');
  });

  it('invalid UTF-8 is a fault of the file', async () => {
    expect(await getPaths(() => parseBlueprint(Buffer.from([0x7b, 0xff, 0x7d]), 'application/json'))).toEqual(['']);
  });

  it('completes settings of the chat; a text without a language is the default one (docs/management.md "Chat")', async () => {
    const { settings } = await yaml(`settings: { chat: {
      greeting: Hello,
      starters: [{ de: Hallo }],
      faq: [{ key: a, questions: { en: [Who?] }, answer: We. }] } }`);
    expect(settings?.chat).toEqual({
      ...DEFAULT_CHAT_SETTINGS,
      greeting: { default: 'Hello' },
      starters: [{ de: 'Hallo' }],
      faq: [{ key: 'a', questions: { en: ['Who?'] }, answer: { default: 'We.' }, link: null }],
    });
    const faq = Array.from({ length: 101 }, () => ({ key: 'a', questions: {}, answer: '' }));
    const wrong = { settings: { chat: { retentionDays: '30', faq, color: 'red' } } };
    expect((await getPaths(() => json(wrong))).sort()).toEqual([
      '/settings/chat/color',
      '/settings/chat/faq',
      '/settings/chat/retentionDays',
    ]);
  });

  it.each(['domains: &a [*a]', 'domains: &a [*a, *a, *a]', 'settings: &s { theme: { x: [*s] } }'])(
    'an alias that contains itself is a fault of the file: %s',
    async (text) => {
      expect((await getProblems(() => yaml(text)))[0]?.message).toMatch(/no alias may contain itself/);
    },
  );

  it('a long file is read in a thread of its own: other requests are not delayed', async () => {
    const file = `name: Glow\ntagging: { products: {\n${Array.from({ length: 5_000 }, (_, i) => `  P${i}: ["a:b"]`).join(',\n')} } }\n`;
    const read = (text: string) =>
      runDocumentTask('blueprint', { bytes: Buffer.from(text), type: 'application/yaml', ownName: undefined });
    const before = performance.eventLoopUtilization();
    const parsed = JSON.parse(Buffer.from(await read(file)).toString()) as Blueprint;
    // Not how long anything took: a machine that stalls delays this thread as well.
    const { utilization } = performance.eventLoopUtilization(before);
    expect(Object.keys(parsed.tagging?.products ?? {})).toHaveLength(5_000);
    expect(utilization).toBeLessThan(0.5);
    expect(await getPaths(() => read(`${file}name: twice\n`))).toEqual(['']);
  });
});

describe('a file with very many faults', () => {
  const ones = (count: number) => `[1${',1'.repeat(count - 1)}]`;
  const file = (text: string) => () => parseBlueprint(Buffer.from(text), 'application/json');

  it.each([
    ['funnels', `{"funnels":${ones(200_000)}}`],
    ['sets', `{"sets":${ones(200_000)}}`],
    ['products', `{"catalog":{"products":${ones(200_000)}}}`],
    ['steps', `{"funnels":[{"subdomain":"a","draft":{"steps":${ones(200_000)}}}]}`],
    ['rules', `{"funnels":[{"subdomain":"a","matching":{"rules":${ones(200_000)}}}]}`],
    [
      'parts of a condition',
      `{"funnels":[{"subdomain":"a","draft":{"steps":[{"id":1,"type":"AGE","showWhen":{"all":${ones(501)}}}]}}]}`,
    ],
  ])('%s: a list over its limit is one problem, whatever its elements are', async (_name, text) => {
    expect(await getProblems(file(text))).toEqual([
      { path: expect.any(String), message: expect.stringMatching(/^There must be at most [\d]+ .+; there are \d+\.$/) },
    ]);
  });

  it.each([
    ['elements', `{"catalog":{"products":${ones(20_000)}}}`, '/catalog/products/'],
    [
      'keys of the file’s author',
      `{"tagging":{"products":{${Array.from({ length: 200_000 }, (_, i) => `"P${i}":1`)}}}}`,
      '/tagging/products/P',
    ],
    ['unknown keys', `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`)}}`, '/k'],
    [
      'elements of many lists',
      `{"tagging":{"products":{${Array.from({ length: 10_000 }, (_, i) => `"P${i}":${ones(100)}`)}}}}`,
      '/tagging/products/P',
    ],
    ['keys given twice', `{${Array.from({ length: 200_000 }, () => '"name":1')}}`, '/name'],
    ['NUL characters', `{"domains":[${Array.from({ length: 200_000 }, () => '"\\u0000"')}]}`, '/domains/'],
  ])('%s: the first hundred problems are reported', async (_name, text, path) => {
    const problems = await getProblems(file(text));
    expect(problems).toHaveLength(100);
    expect(problems.every((problem) => problem.path.startsWith(path))).toBe(true);
  });

  it('more than 2,000,000 values are refused before they are parsed. docs/contract.md C18.1', async () => {
    expect(await getProblems(file(`{"sets":${ones(2_000_000)}}`))).toEqual([
      { path: '', message: 'The file must hold at most 2,000,000 values.' },
    ]);
  });

  it('a company with 200,000 tagged variants is accepted', async () => {
    const variants = Array.from({ length: 200_000 }, (_, i) => [
      `variant-${i}`,
      ['finish:matte', 'tone:warm', 'line:one'],
    ]);
    const text = JSON.stringify({ tagging: { products: {}, variants: Object.fromEntries(variants) } });
    const read = await runDocumentTask('blueprint', {
      bytes: Buffer.from(text),
      type: 'application/json',
      ownName: undefined,
    });
    expect(Buffer.from(read).toString()).toBe(text);
  });
});
