import { describe, expect, it } from 'vitest';
import { buildBlueprint } from '../blueprint/blueprint.testing.js';
import { MAX_PROBLEMS } from '../limits.js';
import { addFunnel, type Draft, itReports, nothing, problemsAfter } from './broken-blueprint.testing.js';
import { checkBlueprint } from './check-blueprint.js';

describe('checkBlueprint (docs/management.md "Applying": whole-file validation, details with JSON pointers)', () => {
  it('finds nothing wrong with a complete blueprint, nor with an empty one', () => {
    expect(checkBlueprint(buildBlueprint(), nothing)).toEqual([]);
    expect(checkBlueprint({})).toEqual([]);
  });

  it('reports all problems of a blueprint in one pass', () => {
    const problems = problemsAfter((blueprint) => {
      blueprint.handle = 'G';
      blueprint.language = 'de_DE';
      blueprint.funnels[0]!.subdomain = 'www';
      blueprint.settings.defaultFunnel = 'www';
    });
    expect(problems.map((problem) => problem.path)).toEqual(['/handle', '/language', '/funnels/0/subdomain']);
  });

  it('finds text that the database cannot hold anywhere, once at each place', () => {
    const problems = problemsAfter((blueprint) => {
      blueprint.name = 'Gl\0w';
      blueprint.catalog.products[0]!.variants[0]!.shopSystemId = 'V\ud800';
      blueprint.funnels[0]!.published.steps[0]!.settings = { deep: [{ note: 'a\0b' }], 'k\0': 1 };
    });
    expect(problems.map((problem) => problem.path)).toEqual([
      '/name',
      '/catalog/products/0/variants/0/shopSystemId',
      '/funnels/0/published/steps/0/settings',
      '/funnels/0/published/steps/0/settings/deep/0/note',
    ]);
  });

  it('does not overflow on settings that nest deeply', () => {
    let nested: Record<string, unknown> = { note: '\0' };
    for (let depth = 0; depth < 20_000; depth++) nested = { n: nested };
    const problems = problemsAfter((blueprint) => {
      blueprint.funnels[0]!.published.steps[0]!.settings = nested;
    });
    expect(problems).toHaveLength(1);
  });

  it(`lists ${MAX_PROBLEMS} problems and counts the rest`, () => {
    const problems = problemsAfter((blueprint) => {
      blueprint.domains = Array.from({ length: 90 }, (_, index) => `BAD ${index}`);
      blueprint.tagging.products = Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`P${index}`, ['bad']]),
      );
    });
    expect(problems).toHaveLength(MAX_PROBLEMS + 1);
    expect(problems.at(-1)).toEqual({ path: '', message: 'There are 190 more problems.' });
  });
});

describe('company', () => {
  itReports([
    ['a handle outside [a-z0-9-]{2,40}', (b) => (b.handle = 'Glow'), '/handle', /a–z/],
    ['a handle that is not the one of the path', (b) => (b.handle = 'other'), '/handle', /"glow"/],
    ['an empty name', (b) => (b.name = ' '), '/name', /empty/],
    ['a language that is no BCP 47 tag', (b) => (b.language = 'english!'), '/language', /BCP 47/],
    ['a currency that is no code', (b) => (b.currency = 'Euro'), '/currency', /ISO 4217/],
    ['a domain with a scheme', (b) => (b.domains = ['https://shop.example']), '/domains/0', /host name/],
    ['a domain named twice', (b) => (b.domains = ['a.example', 'a.example']), '/domains/1', /entry 0/],
    ...['a'.repeat(24), 'a'.repeat(26), `${'a'.repeat(24)}-`].map((key): Parameters<typeof itReports>[0][number] => [
      `the company key ${key}: it has 25 letters and digits (docs/contract.md C19.7)`,
      (b) => (b.companyKey = key),
      '/companyKey',
      /25/,
    ]),
    [
      'a default funnel that is not there',
      (b) => (b.settings.defaultFunnel = 'x1'),
      '/settings/defaultFunnel',
      /sub-domain/,
    ],
    ['a fractional z-index', (b) => (b.settings.zIndex.popup = 1.5), '/settings/zIndex/popup', /integer/],
    ['a z-index beyond 32 bits', (b) => (b.settings.zIndex.widget = 2 ** 31), '/settings/zIndex/widget', /2147483647/],
    [
      'an attribution of no day',
      (b) => (b.settings.tracking.attributionDays = 0),
      '/settings/tracking/attributionDays',
      /integer from 1 to 30/,
    ],
    [
      'an attribution of 31 days',
      (b) => (b.settings.tracking.attributionDays = 31),
      '/settings/tracking/attributionDays',
      /integer from 1 to 30/,
    ],
    [
      'a parameter that no address has',
      (b) => (b.settings.tracking.parameters = ['a&b']),
      '/settings/tracking/parameters/0',
      /letters, digits/,
    ],
    [
      'a parameter named twice',
      (b) => (b.settings.tracking.parameters = ['a', 'a']),
      '/settings/tracking/parameters/1',
      /entry 0/,
    ],
    [
      '21 parameters',
      (b) => (b.settings.tracking.parameters = Array.from({ length: 21 }, (_, index) => `p${index}`)),
      '/settings/tracking/parameters',
      /at most 20/,
    ],
    ['a webhook that is no http address', (b) => (b.webhook.url = 'ftp://x'), '/webhook/url', /https/],
    ['a webhook secret of another kind', (b) => (b.webhook.secret = 'secret'), '/webhook/secret', /whsec_/],
    ['a feed that is a script', (b) => (b.feed.url = 'javascript:alert(1)'), '/feed/url', /https/],
    ['a feed that never runs', (b) => (b.feed.everyHours = 0), '/feed/everyHours', /integer from 1/],
  ]);

  it("accepts null for the company key, and refuses another company's", () => {
    expect(problemsAfter((b) => Object.assign(b, { companyKey: null }))).toEqual([]);
    const existing = { ...nothing, taken: { companyKeys: [buildBlueprint().companyKey] } };
    expect(problemsAfter(() => {}, existing)).toEqual([
      { path: '/companyKey', message: expect.stringContaining('another') },
    ]);
  });

  it('accepts a default funnel that is there already, unless the file archives it', () => {
    const existing = { ...nothing, funnels: [{ subdomain: 'old' }] };
    const change = (b: Draft) => {
      b.settings.defaultFunnel = 'old';
    };
    expect(problemsAfter(change, existing)).toEqual([]);
    const archive = (b: Draft) => {
      change(b);
      addFunnel(b, { subdomain: 'old', archived: true });
    };
    expect(problemsAfter(archive, existing).map((problem) => problem.path)).toEqual(['/settings/defaultFunnel']);
  });
});

describe('tagging and catalog', () => {
  itReports([
    [
      'a tag without a namespace',
      (b) => (b.tagging.products.P1 = ['matte']),
      '/tagging/products/P1/0',
      /namespace:value/,
    ],
    [
      'a namespace in capitals',
      (b) => (b.tagging.products.P1 = ['Finish:matte']),
      '/tagging/products/P1/0',
      /"finish:…"/,
    ],
    [
      'a color type that is not known',
      (b) => (b.tagging.variants.V1 = ['color_type:BEIGE']),
      '/tagging/variants/V1/0',
      /LIGHT_SPRING/,
    ],
    [
      'a complexion that is no cell',
      (b) => (b.tagging.variants.V1 = ['complexion:WARM']),
      '/tagging/variants/V1/0',
      /DEPTH\/UNDERTONE/,
    ],
    [
      'an id that needs escaping in a pointer',
      (b) => Object.assign(b.tagging.products, { 'a/b~c': ['x'] }),
      '/tagging/products/a~1b~0c/0',
      /namespace/,
    ],
    [
      'a product named twice',
      (b) => b.catalog.products.push({ ...b.catalog.products[0]!, variants: [] }),
      '/catalog/products/1/shopSystemId',
      /entry 0/,
    ],
    [
      'a variant named twice',
      (b) => (b.catalog.products[0]!.variants[1]!.shopSystemId = 'V1'),
      '/catalog/products/0/variants/1/shopSystemId',
      /product 0/,
    ],
    [
      'a price with a comma',
      (b) => (b.catalog.products[0]!.variants[0]!.price = '19,90'),
      '/catalog/products/0/variants/0/price',
      /decimal number/,
    ],
    [
      'a color name',
      (b) => (b.catalog.products[0]!.variants[0]!.color = 'ivory'),
      '/catalog/products/0/variants/0/color',
      /#rrggbb/,
    ],
    [
      'a product address without a scheme',
      (b) => (b.catalog.products[0]!.url = '//shop.example'),
      '/catalog/products/0/url',
      /https/,
    ],
    [
      'an id over 255 bytes',
      (b) => (b.catalog.products[0]!.shopSystemId = 'é'.repeat(128)),
      '/catalog/products/0/shopSystemId',
      /255 bytes/,
    ],
  ]);

  it('names both places of a variant that stands in two products', () => {
    const problems = problemsAfter((b) => {
      b.catalog.products.push({ ...b.catalog.products[0]!, shopSystemId: 'P2' });
    });
    expect(problems.map((problem) => problem.path)).toEqual([
      '/catalog/products/1/variants/0/shopSystemId',
      '/catalog/products/1/variants/1/shopSystemId',
    ]);
  });
});

describe('sets (docs/matching.md M1.7)', () => {
  itReports([
    ['a key named twice', (b) => (b.sets[1]!.key = 'starter'), '/sets/1/key', /entry 0/],
    ['a variant of two sets', (b) => (b.sets[1]!.variantId = 'SET1'), '/sets/1/variantId', /entry 0/],
    ['a fixed set without members', (b) => (b.sets[0]!.variants = []), '/sets/0/variants', /at least one/],
    ['a member named twice', (b) => (b.sets[0]!.variants![1]!.id = 'V1'), '/sets/0/variants/1/id', /entry 0/],
    ['a quantity of zero', (b) => (b.sets[0]!.variants![0]!.quantity = 0), '/sets/0/variants/0/quantity', /integer/],
    ['a set in itself', (b) => (b.sets[0]!.variants![0]!.id = 'SET1'), '/sets/0/variants/0/id', /own variant/],
    ['a dynamic set of size zero', (b) => Object.assign(b.sets[1]!, { size: 0 }), '/sets/1/size', /integer/],
    [
      'a dynamic set without products',
      (b) => Object.assign(b.sets[1]!, { products: [] }),
      '/sets/1/products',
      /at least one/,
    ],
  ]);
});
