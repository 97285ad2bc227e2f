import { describe, expect, it } from 'vitest';
import type { Blueprint, FunnelBlueprint } from '../blueprint.js';
import { buildBlueprint } from '../blueprint.testing.js';
import { MAX_FUNNELS, MAX_PROBLEMS, MAX_RULES, MAX_TABS } from '../limits.js';
import { singleSelection } from '../steps.testing.js';
import { checkBlueprint } from './check-blueprint.js';
import type { ExistingCompany } from './existing-company.js';

type Draft = ReturnType<typeof buildBlueprint>;
type Broken = [what: string, change: (blueprint: Draft) => void, path: string, message: RegExp];

const nothing: ExistingCompany = { handle: 'glow', funnels: [], setKeys: [] };

function problemsAfter(change: (blueprint: Draft) => void, existing = nothing) {
  const blueprint = buildBlueprint();
  change(blueprint);
  return checkBlueprint(blueprint as Blueprint, existing);
}

/** One cause, one problem, at its own place. */
function itFinds(cases: Broken[]) {
  it.each(cases)('%s', (_, change, path, message) => {
    expect(problemsAfter(change)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
}

describe('checkBlueprint (management, "Apply": whole-file validation, details with JSON pointers)', () => {
  it('finds nothing wrong with a complete blueprint, nor with an empty one', () => {
    expect(checkBlueprint(buildBlueprint(), nothing)).toEqual([]);
    expect(checkBlueprint({})).toEqual([]);
  });

  it('finds everything at once', () => {
    const problems = problemsAfter((blueprint) => {
      blueprint.handle = 'G';
      blueprint.language = 'de_DE';
      blueprint.funnels[0]!.subdomain = 'www';
      blueprint.settings.defaultFunnel = 'www';
    });
    expect(problems.map((problem) => problem.path)).toEqual(['/handle', '/language', '/funnels/0/subdomain']);
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
  itFinds([
    ['a handle outside [a-z0-9-]{2,40}', (b) => (b.handle = 'Glow'), '/handle', /a–z/],
    ['a handle that is not the one of the path', (b) => (b.handle = 'other'), '/handle', /"glow"/],
    ['an empty name', (b) => (b.name = ' '), '/name', /empty/],
    ['a language that is no BCP 47 tag', (b) => (b.language = 'english!'), '/language', /BCP 47/],
    ['a currency that is no code', (b) => (b.currency = 'Euro'), '/currency', /ISO 4217/],
    ['a domain with a scheme', (b) => (b.domains = ['https://shop.example']), '/domains/0', /host name/],
    ['a domain named twice', (b) => (b.domains = ['a.example', 'a.example']), '/domains/1', /entry 0/],
    ['a company key of 24 characters', (b) => (b.companyKey = 'a'.repeat(24)), '/companyKey', /25/],
    [
      'a default funnel that is not there',
      (b) => (b.settings.defaultFunnel = 'x1'),
      '/settings/defaultFunnel',
      /sub-domain/,
    ],
    ['a fractional z-index', (b) => (b.settings.zIndex.popup = 1.5), '/settings/zIndex/popup', /integer/],
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

describe('tagging and catalogue', () => {
  itFinds([
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
      'a colour type that is not known',
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
      /decimal point/,
    ],
    [
      'a colour name',
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

describe('sets (matching, "Words")', () => {
  itFinds([
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

describe('funnels', () => {
  itFinds([
    ['a sub-domain in capitals', (b) => rename(b, 'Beauty'), '/funnels/0/subdomain', /a–z/],
    ['a reserved sub-domain', (b) => rename(b, 'dashboard'), '/funnels/0/subdomain', /reserved/],
    ['a sub-domain named twice', (b) => addFunnel(b, { subdomain: 'beauty' }), '/funnels/1/subdomain', /entry 0/],
    ['a host with a scheme', (b) => (b.funnels[0]!.host = 'https://quiz.example'), '/funnels/0/host', /host name/],
    [
      'an assortment with a bad tag',
      (b) => (b.funnels[0]!.assortment.tags = ['x']),
      '/funnels/0/assortment/tags/0',
      /namespace/,
    ],
    [
      'a tab key named twice',
      (b) => b.funnels[0]!.resultPage.tabs.push(b.funnels[0]!.resultPage.tabs[0]!),
      '/funnels/0/resultPage/tabs/1/key',
      /entry 0/,
    ],
    [
      'a tab without a name',
      (b) => Object.assign(b.funnels[0]!.resultPage.tabs[0]!, { name: {} }),
      '/funnels/0/resultPage/tabs/0/name',
      /at least one/,
    ],
    [
      'a tab of a set that is not there',
      (b) => (b.funnels[0]!.resultPage.tabs[0]!.select.sets = ['gone']),
      '/funnels/0/resultPage/tabs/0/select/sets/0',
      /starter, palette/,
    ],
    [
      'a tab that shows nothing',
      (b) => (b.funnels[0]!.resultPage.tabs[0]!.maxItemsToShow = 0),
      '/funnels/0/resultPage/tabs/0/maxItemsToShow',
      /integer/,
    ],
    [
      'a wrong step in the published version',
      (b) => (b.funnels[0]!.published.steps[0]!.key = 'email'),
      '/funnels/0/published/steps/0/key',
      /webhook/,
    ],
    [
      'a wrong step in the draft',
      (b) => (b.funnels[0]!.draft!.steps[0]!.key = 'X'),
      '/funnels/0/draft/steps/0/key',
      /a–z/,
    ],
    [
      'a step key that is <sub-domain>_all',
      (b) => (b.funnels[0]!.published.steps[0]!.key = 'beauty_all'),
      '/funnels/0/published/steps/0/key',
      /webhook/,
    ],
    [
      `more than ${MAX_TABS} tabs`,
      (b) =>
        (b.funnels[0]!.resultPage.tabs = many(MAX_TABS + 1, (key) => ({ ...b.funnels[0]!.resultPage.tabs[0]!, key }))),
      '/funnels/0/resultPage/tabs',
      /at most 50/,
    ],
  ]);

  it("refuses another company's sub-domain and another funnel's host", () => {
    const existing: ExistingCompany = {
      ...nothing,
      funnels: [{ subdomain: 'other', host: 'quiz.glow.example' }],
      taken: { subdomains: ['beauty'] },
    };
    expect(problemsAfter(() => {}, existing).map((problem) => problem.path)).toEqual([
      '/funnels/0/subdomain',
      '/funnels/0/host',
    ]);
  });

  it(`counts the funnels that stay when it limits a company to ${MAX_FUNNELS}`, () => {
    const funnels = Array.from({ length: MAX_FUNNELS }, (_, index) => ({ subdomain: `funnel-${index}` }));
    expect(problemsAfter(() => {}, { ...nothing, funnels })).toEqual([
      { path: '/funnels', message: expect.stringMatching(/at most 200/) },
    ]);
  });

  it('takes set keys from what is there when the file has no sets', () => {
    const withoutSets = (b: Draft) => void delete (b as Partial<Draft>).sets;
    expect(problemsAfter(withoutSets, { ...nothing, setKeys: ['starter'] })).toEqual([]);
    expect(problemsAfter(withoutSets).map((problem) => problem.path)).toEqual([
      '/funnels/0/resultPage/tabs/0/select/sets/0',
    ]);
  });
});

describe('rules (matching, "Configuration")', () => {
  const rule = (b: Draft, index = 0) => b.funnels[0]!.matching.rules[index]!;
  const at = '/funnels/0/matching';
  itFinds([
    ['a key named twice', (b) => (rule(b, 1).key = 'no-retinol'), `${at}/rules/1/key`, /entry 0/],
    [
      'a boost over 1',
      (b) => Object.assign(rule(b, 1).then.boost!, { by: 1.1 }),
      `${at}/rules/1/then/boost/by`,
      /-1 to 1/,
    ],
    [
      'a boost that is no number',
      (b) => Object.assign(rule(b, 1).then.boost!, { by: Number.NaN }),
      `${at}/rules/1/then/boost/by`,
      /-1 to 1/,
    ],
    [
      'a day that the calendar does not have',
      (b) => Object.assign(rule(b, 1), { from: '2026-02-30' }),
      `${at}/rules/1/from`,
      /YYYY-MM-DD/,
    ],
    [
      'a rule that ends before it starts',
      (b) => Object.assign(rule(b, 1), { until: '2026-10-01' }),
      `${at}/rules/1/until`,
      /after "from"/,
    ],
    [
      'a target with a bad tag',
      (b) => Object.assign(rule(b).then.exclude!, { tags: ['x'] }),
      `${at}/rules/0/then/exclude/tags/0`,
      /namespace/,
    ],
    [
      'a step that the funnel does not have',
      (b) => Object.assign(rule(b), { when: { step: 99, answered: true } }),
      `${at}/rules/0/when/step`,
      /no step 99/,
    ],
    [
      'a key that the step does not have',
      (b) => Object.assign(rule(b), { when: { step: 12, in: ['x'] } }),
      `${at}/rules/0/when/in/0`,
      /dryness, shine/,
    ],
    [
      'a key that the step had once',
      (b) => Object.assign(rule(b), { when: { step: 12, in: ['dry'] } }),
      `${at}/rules/0/when/in/0`,
      /now "dryness"/,
    ],
    [
      'a value that the field does not have',
      (b) => Object.assign(rule(b), { when: { field: 'ageRange', in: ['OLD'] } }),
      `${at}/rules/0/when/in/0`,
      /UNDER_16/,
    ],
    [
      'a colour type that is not known',
      (b) => Object.assign(rule(b), { when: { colorType: ['BEIGE'] } }),
      `${at}/rules/0/when/colorType/0`,
      /TRUE_SPRING/,
    ],
    [
      'options asked of a step that has none',
      (b) => Object.assign(rule(b), { when: { step: 2, in: ['x'] } }),
      `${at}/rules/0/when/in`,
      /answered/,
    ],
    ['a minScore over 1', (b) => (b.funnels[0]!.matching.colorType.minScore = 2), `${at}/colorType/minScore`, /0 to 1/],
    [
      'a depthTolerance over 4',
      (b) => (b.funnels[0]!.matching.complexion.depthTolerance = 5),
      `${at}/complexion/depthTolerance`,
      /0 to 4/,
    ],
    [
      `more than ${MAX_RULES} rules`,
      (b) => (b.funnels[0]!.matching.rules = many(MAX_RULES + 1, (key) => ({ ...rule(b), key }))),
      `${at}/rules`,
      /at most 200/,
    ],
  ]);

  it('may name the steps of the draft, and of the version that is there when the file has none', () => {
    const names = (step: number) => (b: Draft) => {
      Object.assign(rule(b), { when: { step, answered: true } });
      delete (b.funnels[0] as Partial<Draft['funnels'][number]>).published;
      b.funnels[0]!.matching.rules.length = 1;
    };
    const existing = { ...nothing, funnels: [{ subdomain: 'beauty', published: [singleSelection(50, ['a'])] }] };
    expect(problemsAfter(names(1), existing)).toEqual([]);
    expect(problemsAfter(names(50), existing)).toEqual([]);
    expect(problemsAfter(names(51), existing)).toHaveLength(1);
  });
});

function rename(blueprint: Draft, subdomain: string) {
  blueprint.funnels[0]!.subdomain = subdomain;
  blueprint.settings.defaultFunnel = subdomain;
}

const many = <T>(count: number, make: (key: string) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(`key-${index}`));

function addFunnel(blueprint: { funnels: FunnelBlueprint[] }, funnel: FunnelBlueprint) {
  blueprint.funnels.push(funnel);
}
