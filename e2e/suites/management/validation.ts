import { beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, question, rule, type System } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

/** docs/management.md "Applying": validation is whole-file first; `path` is a JSON pointer; nothing has changed. */
export function validation(system: () => System): void {
  let management: ReturnType<typeof admin>;
  const put = (body: unknown, type?: string) => management.call('PUT', '/companies/strict/blueprint', body, type);
  const steps = (...list: object[]) => ({ funnels: [{ subdomain: 'strict', published: { steps: list } }] });
  const at = (rest: string) => `/funnels/0/published/steps/${rest}`;
  const tabs = (...list: object[]) => ({ funnels: [{ subdomain: 'strict', resultPage: { tabs: list } }] });
  const matching = (settings: object) => ({
    funnels: [{ subdomain: 'strict', matching: settings, published: { steps: [question(1, { a: {} })] } }],
  });

  beforeAll(async () => {
    management = admin(system().origin, system().platformToken);
    await management.apply('neighbor', { funnels: [{ subdomain: 'taken', host: 'quiz.taken.example' }] });
    await put({ name: 'Strict', sets: [{ key: 'kit', name: 'Kit', variantId: 'K', variants: [{ id: 'V' }] }] });
  });

  describe('a company file with a mistake is refused: 400 INVALID_BLUEPRINT with a pointer', () => {
    it.each<[string, unknown, string]>([
      ['an unknown key', { nam: 'x' }, '/nam'],
      ['an unknown key of a funnel', { funnels: [{ subdomain: 'strict', steps: [] }] }, '/funnels/0/steps'],
      ['an unknown key of a step', steps({ id: 1, type: 'AGE', label: 'x' }), at('0/label')],
      [
        'an unknown key of an option',
        steps(question(1, {}, { selections: [{ key: 'a', text: 'A' }] })),
        at('0/selections/0/text'),
      ],
      ['an unknown key in settings', { settings: { components: { banner: true } } }, '/settings/components/banner'],
      ['an unknown key with a slash and a tilde', { 'a/b~c': 1 }, '/a~1b~0c'],
      ['a number for a name', { name: 7 }, '/name'],
      ['an array', [], ''],
      ['null', 'null', ''],
      ['no JSON', '{', ''],
      ['another handle than the path has', { handle: 'other' }, '/handle'],
      ['a language that is no tag', { language: 'english please' }, '/language'],
      ['a domain with a scheme', { domains: ['https://shop.example'] }, '/domains/0'],
      ['a company key of 24 characters', { companyKey: 'a'.repeat(24) }, '/companyKey'],
      ['a default funnel that is not there', { settings: { defaultFunnel: 'nowhere' } }, '/settings/defaultFunnel'],
      ['a webhook that is not http', { webhook: { url: 'ftp://a.example', secret: 'whsec_MDEyMzQ1' } }, '/webhook/url'],
      ['a feed every 0 hours', { feed: { url: 'https://a.example/f', everyHours: 0 } }, '/feed/everyHours'],
      ['a reserved sub-domain', { funnels: [{ subdomain: 'dashboard' }] }, '/funnels/0/subdomain'],
      ['a sub-domain in capitals', { funnels: [{ subdomain: 'Beauty' }] }, '/funnels/0/subdomain'],
      ["another company's sub-domain", { funnels: [{ subdomain: 'taken' }] }, '/funnels/0/subdomain'],
      ["another funnel's host", { funnels: [{ subdomain: 'strict', host: 'quiz.taken.example' }] }, '/funnels/0/host'],
      ['a sub-domain twice', { funnels: [{ subdomain: 'one' }, { subdomain: 'one' }] }, '/funnels/1/subdomain'],
      ['a step id twice', steps(question(1, { a: {} }), question(1, { a: {} }, { key: 'b' })), at('1/id')],
      [
        'a step key twice',
        steps(question(1, { a: {} }, { key: 'k' }), question(2, { a: {} }, { key: 'k' })),
        at('1/key'),
      ],
      ['a step key with a capital', steps(question(1, { a: {} }, { key: 'Skin' })), at('0/key')],
      ['a step key that the webhook has', steps(question(1, { a: {} }, { key: 'email' })), at('0/key')],
      ['the step key tabs', steps(question(1, { a: {} }, { key: 'tabs' })), at('0/key')],
      ['the step key source', steps(question(1, { a: {} }, { key: 'source' })), at('0/key')],
      ['the step key <sub-domain>_all', steps(question(1, { a: {} }, { key: 'strict_all' })), at('0/key')],
      ['a step type that is not there', steps({ id: 1, type: 'SLIDER' }), at('0/type')],
      ['option keys that differ in case only', steps(question(1, { dry: {}, Dry: {} })), at('0/selections/1/key')],
      ['a custom step without options', steps(question(1, {})), at('0/selections')],
      ['a fractional step id', steps(question(1.5, { a: {} })), at('0/id')],
      [
        'showWhen of a step that is asked later',
        steps(question(1, { a: {} }, { showWhen: { step: 2, answered: true } }), question(2, { b: {} })),
        at('0/showWhen/step'),
      ],
      [
        'showWhen with an option that is not there',
        steps(question(1, { a: {} }), question(2, { b: {} }, { showWhen: { step: 1, in: ['z'] } })),
        at('1/showWhen/in/0'),
      ],
      [
        'showWhen with a color type',
        steps(question(1, { a: {} }, { showWhen: { colorType: ['TRUE_WINTER'] } })),
        at('0/showWhen/colorType'),
      ],
      [
        'formerIds of a step that is still there',
        steps(question(1, { a: {} }), question(2, { b: {} }, { formerIds: [1] })),
        at('1/formerIds/0'),
      ],
      [
        'a tag without a namespace',
        steps(question(1, { a: { prefer: ['matte'] } })),
        at('0/selections/0/tags/prefer/0'),
      ],
      [
        'a color type that is not there',
        { tagging: { variants: { V1: ['color_type:PINK'] } } },
        '/tagging/variants/V1/0',
      ],
      [
        'a product twice',
        { catalog: { products: [...buildCatalog({ A: [] }).products, ...buildCatalog({ A: [] }).products] } },
        '/catalog/products/1/shopSystemId',
      ],
      [
        'a variant in two products',
        {
          catalog: {
            products: [
              ...buildCatalog({ A: { product: 'P' } }).products,
              ...buildCatalog({ A: { product: 'Q' } }).products,
            ],
          },
        },
        '/catalog/products/1/variants/0/shopSystemId',
      ],
      [
        'a price with a comma',
        {
          catalog: {
            products: [{ shopSystemId: 'P', name: 'P', variants: [{ shopSystemId: 'V', name: 'V', price: '1,90' }] }],
          },
        },
        '/catalog/products/0/variants/0/price',
      ],
      [
        'a tab that selects a set that is not there',
        tabs({ key: 'T', name: 'T', select: { sets: ['none'] } }),
        '/funnels/0/resultPage/tabs/0/select/sets/0',
      ],
      ['a tab key twice', tabs({ key: 'T', name: 'T' }, { key: 'T', name: 'T' }), '/funnels/0/resultPage/tabs/1/key'],
      [
        'a set with a member twice',
        { sets: [{ key: 'a', name: 'A', variantId: 'S', variants: [{ id: 'V' }, { id: 'V' }] }] },
        '/sets/0/variants/1/id',
      ],
      [
        'a set that contains itself',
        { sets: [{ key: 'a', name: 'A', variantId: 'S', variants: [{ id: 'S' }] }] },
        '/sets/0/variants/0/id',
      ],
      ['minScore over 1', matching({ colorType: { minScore: 2 } }), '/funnels/0/matching/colorType/minScore'],
      [
        'a mode that is not there',
        matching({ complexion: { mode: 'sometimes' } }),
        '/funnels/0/matching/complexion/mode',
      ],
      [
        'a rule of a step that is not there',
        matching({ rules: [rule('r', { pin: { tags: ['a:b'] } }, { when: { step: 9, in: ['a'] } })] }),
        '/funnels/0/matching/rules/0/when/step',
      ],
      ['a rule without a consequence', matching({ rules: [rule('r', {})] }), '/funnels/0/matching/rules/0/then'],
      [
        'a boost over 1',
        matching({ rules: [rule('r', { boost: { tags: ['a:b'], by: 1.1 } })] }),
        '/funnels/0/matching/rules/0/then/boost/by',
      ],
      [
        'a rule with a date that is not there',
        matching({ rules: [rule('r', { pin: { tags: ['a:b'] } }, { from: '2026-02-30' })] }),
        '/funnels/0/matching/rules/0/from',
      ],
      [
        'a rule key twice',
        matching({ rules: [rule('r', { pin: { tags: ['a:b'] } }), rule('r', { pin: { tags: ['a:b'] } })] }),
        '/funnels/0/matching/rules/1/key',
      ],
      ['published: null', { funnels: [{ subdomain: 'strict', published: null }] }, '/funnels/0/published'],
      ['a NUL character', { name: 'a\0b' }, '/name'],
    ])('%s', async (_, blueprint, path) => {
      const answer = await put(blueprint);
      expect([answer.status, answer.body.error], answer.text).toEqual([400, 'INVALID_BLUEPRINT']);
      expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
      for (const { message } of answer.body.details) expect(message).toMatch(/^\S.* .*\S$/s);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it.each([
      ['a key twice', 'name: A\nname: B\n'],
      ['wrong indentation', 'name: A\n  domains: []\n'],
      [
        'a billion laughs',
        `${Array.from({ length: 30 }, (_, i) => `l${i}: &l${i} [${i ? `*l${i - 1},`.repeat(9) : 'x'}]`).join('\n')}\n`,
      ],
    ])('YAML with %s', async (_, text) => {
      const answer = await put(text, 'application/yaml');
      expect([answer.status, answer.body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
      expect(answer.text.length).toBeLessThan(20_000);
    });
  });

  it('a file with mistakes in several places lists them all, and changes nothing at all', async () => {
    const before = await management.call('GET', '/companies/strict/blueprint');
    const answer = await put({
      name: 'Changed',
      language: '!',
      tagging: { products: { P: ['bad'] } },
      catalog: buildCatalog({ NEW: [] }),
      funnels: [{ subdomain: 'fresh-funnel' }, { subdomain: 'api' }],
    });
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toEqual([
      '/language',
      '/tagging/products/P/0',
      '/funnels/1/subdomain',
    ]);
    expect((await management.call('GET', '/companies/strict/blueprint')).body).toEqual(before.body);
    expect((await management.call('GET', '/companies/strict/funnels/fresh-funnel/versions')).status).toBe(404);
    expect((await management.call('GET', '/companies/strict/catalog/products')).body.data).toEqual([]);
  });

  it('a refused file does not create the company', async () => {
    await management.apply('never-made', { language: '!' });
    expect((await management.call('GET', '/companies/never-made/blueprint')).status).toBe(404);
  });
}
