import { describe, expect, it } from 'vitest';
import type { Blueprint } from '../blueprint/blueprint.js';
import { buildBlueprint } from '../blueprint/blueprint.testing.js';
import { buildSelection, singleSelection } from '../funnel/steps.testing.js';
import { MAX_BLUEPRINT_WARNINGS } from '../limits.js';
import { blueprintNames, distinctNames } from './blueprint-names.js';
import { jsonPointer, listWarnings } from './problems.js';
import { type NameLookup, warnAboutNames } from './warn-about-names.js';

/** A blueprint that names one thing at every place where names may stand. */
function namingBlueprint(): Blueprint {
  const blueprint = buildBlueprint();
  const [funnel] = blueprint.funnels;
  Object.assign(funnel!.assortment, { tags: ['assorted:tag'], productIds: ['P1'] });
  Object.assign(funnel!.matching.rules[0]!.then.exclude!, {
    tags: ['ingredient:retinol'],
    productIds: ['P2'],
    variantIds: ['V3'],
  });
  const tags = { require: ['r:1'], prefer: ['p:1', 'complexion:DEEP/*'], avoid: ['a:1'] };
  Object.assign(funnel!, { draft: { steps: [singleSelection(1, [buildSelection('x', [], { tags })])] } });
  return blueprint as Blueprint;
}

const lookup = (unknown: Partial<Record<keyof NameLookup['unknown'], string[]>>, rest: Partial<NameLookup> = {}) => ({
  unknown: {
    tags: new Set(unknown.tags),
    productIds: new Set(unknown.productIds),
    variantIds: new Set(unknown.variantIds),
  },
  similarTags: new Map<string, string>(),
  catalog: 'there' as const,
  ...rest,
});

describe('blueprintNames: every place that names something of the catalog', () => {
  it('finds ids of the tagging, members of sets, assortments, targets, tabs and options', () => {
    expect(blueprintNames(namingBlueprint()).map(({ kind, path, text }) => [kind, jsonPointer(path), text])).toEqual([
      ['product', '/tagging/products/P1', 'P1'],
      ['variant', '/tagging/variants/V1', 'V1'],
      ['variant', '/sets/0/variantId', 'SET1'],
      ['variant', '/sets/0/variants/0/id', 'V1'],
      ['variant', '/sets/0/variants/1/id', 'V2'],
      ['variant', '/sets/1/variantId', 'SET2'],
      ['product', '/sets/1/products/0/id', 'P1'],
      ['tag', '/funnels/0/assortment/tags/0', 'assorted:tag'],
      ['product', '/funnels/0/assortment/productIds/0', 'P1'],
      ['tag', '/funnels/0/matching/rules/0/then/exclude/tags/0', 'ingredient:retinol'],
      ['product', '/funnels/0/matching/rules/0/then/exclude/productIds/0', 'P2'],
      ['variant', '/funnels/0/matching/rules/0/then/exclude/variantIds/0', 'V3'],
      ['tag', '/funnels/0/matching/rules/1/then/boost/tags/0', 'texture:rich'],
      ['tag', '/funnels/0/resultPage/tabs/0/select/tags/0', 'category:foundation'],
      ['tag', '/funnels/0/draft/steps/0/selections/0/tags/require/0', 'r:1'],
      ['tag', '/funnels/0/draft/steps/0/selections/0/tags/prefer/0', 'p:1'],
      ['tag', '/funnels/0/draft/steps/0/selections/0/tags/prefer/1', 'complexion:DEEP/*'],
      ['tag', '/funnels/0/draft/steps/0/selections/0/tags/avoid/0', 'a:1'],
    ]);
  });

  it('an archived funnel and omitted keys name nothing', () => {
    expect(blueprintNames({})).toEqual([]);
    const blueprint = namingBlueprint();
    const funnels = blueprint.funnels!.map((funnel) => ({ ...funnel, archived: true }));
    expect(blueprintNames({ funnels })).toEqual([]);
  });

  it('asks once for each name; a tag for many cells is one of them', () => {
    const { tags, productIds, variantIds } = distinctNames(blueprintNames(namingBlueprint()));
    expect([...productIds, ...variantIds]).toEqual(['P1', 'P2', 'V1', 'SET1', 'V2', 'SET2', 'V3']);
    expect([...tags]).toEqual(expect.arrayContaining(['complexion:DEEP/COOL', 'complexion:DEEP/WARM', 'r:1']));
  });
});

describe('warnAboutNames', () => {
  const names = blueprintNames(namingBlueprint());

  it('warns at each place about what the catalog does not have, and names what was likely meant', () => {
    const unknown = { tags: ['r:1', 'ingredient:retinol'], productIds: ['P2'], variantIds: ['V1'] };
    const similarTags = new Map([['ingredient:retinol', 'ingredients:retinol']]);
    expect(warnAboutNames(names, lookup(unknown, { similarTags }))).toEqual([
      { path: '/tagging/variants/V1', message: 'The catalog has no variant with this id yet.' },
      { path: '/sets/0/variants/0/id', message: 'The catalog has no variant with this id yet.' },
      {
        path: '/funnels/0/matching/rules/0/then/exclude/tags/0',
        message: 'Nothing in the catalog carries "ingredient:retinol"; did you mean "ingredients:retinol"?',
      },
      {
        path: '/funnels/0/matching/rules/0/then/exclude/productIds/0',
        message: 'The catalog has no product with this id yet.',
      },
      {
        path: '/funnels/0/draft/steps/0/selections/0/tags/require/0',
        message: 'Nothing in the catalog carries "r:1" yet.',
      },
    ]);
  });

  it('a tag for many cells is known as soon as one of them is', () => {
    const cells = ['complexion:DEEP/COOL', 'complexion:DEEP/NEUTRAL', 'complexion:DEEP/WARM'];
    expect(warnAboutNames(names, lookup({ tags: cells.slice(1) }))).toEqual([]);
    expect(warnAboutNames(names, lookup({ tags: cells }))).toHaveLength(1);
  });

  it.each([
    ['empty', /catalog is empty/],
    ['unread', /cannot be read now/],
  ] as const)('a catalog that is %s gets one warning for all names, and none without any', (catalog, message) => {
    const all = lookup({ productIds: ['P1', 'P2'] }, { catalog });
    expect(warnAboutNames(names, all)).toEqual([{ path: '', message: expect.stringMatching(message) }]);
    expect(warnAboutNames([], all)).toEqual([]);
  });
});

describe('listWarnings', () => {
  it(`lists ${MAX_BLUEPRINT_WARNINGS} and counts the rest`, () => {
    const warnings = Array.from({ length: 130 }, (_, index) => ({ path: `/${index}`, message: 'x' }));
    expect(listWarnings(warnings.slice(0, 100))).toHaveLength(100);
    expect(listWarnings(warnings)).toHaveLength(101);
    expect(listWarnings(warnings).at(-1)).toEqual({ path: '', message: 'There are 30 more warnings.' });
  });
});
