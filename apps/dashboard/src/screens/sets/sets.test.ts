import type { ProductSet } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { texts } from '../../i18n/en/sets.js';
import { createTranslator } from '../../i18n/translator.js';
import { Catalog } from '../../shared/targets/catalog.js';
import { describeSet } from './describe-set.js';
import { createSet, filterSets, withMemberIds } from './edit-set.js';
import { findSetProblems, warnAboutSet } from './find-set-problems.js';

const catalog = new Catalog({
  tags: [],
  tagTotal: 0,
  products: {
    id: ['P1', 'P2', 'P3'],
    name: ['Serum', 'Cream', 'Duo'],
    image: [null, null, null],
    tags: [[], [], []],
    catalogTags: [[], [], []],
  },
  variants: {
    id: ['V1', 'V2', 'V3'],
    product: [0, 1, 2],
    name: ['Serum', 'Cream', 'Duo'],
    color: [null, null, null],
    available: '111',
    tags: [[], [], []],
    catalogTags: [[], [], []],
  },
  variantTotal: 3,
});
const fixed: ProductSet = {
  key: 'duo',
  name: { default: 'Duo' },
  variantId: 'V3',
  variants: [
    { id: 'V1', quantity: 1 },
    { id: 'V2', quantity: 2 },
  ],
  lift: 'all',
};
const dynamic: ProductSet = {
  key: 'box',
  name: { default: 'Box' },
  variantId: 'V3',
  size: 3,
  products: [
    { id: 'P1', max: 1 },
    { id: 'P2', max: 2 },
  ],
};
const words = createTranslator('en', texts as never);
const describeIt = (set: ProductSet) =>
  describeSet(set, { product: catalog.getProductName, variant: catalog.getVariantName }, words);

describe('sets in words (docs/dashboard.md Y33.1)', () => {
  it('a fixed set says when it joins a list', () => {
    expect(describeIt(fixed)).toBe(
      'Duo is recommended in front of its members if all of them suit: 1 × Serum and 2 × Cream.',
    );
    expect(describeIt({ ...fixed, lift: 'any' })).toContain('if at least one of them suits');
    expect(describeIt({ ...fixed, lift: 'off' })).toContain('an ordinary variant');
  });

  it('a dynamic set says how it is filled', () => {
    expect(describeIt(dynamic)).toBe(
      'Duo is recommended if 3 variants that suit fill it: at most 1 of Serum and at most 2 of Cream.',
    );
  });

  it('what is missing is said', () => {
    expect(describeIt(createSet([], 'fixed'))).toBe(
      'A variant that is still to be chosen is recommended in front of its members if all of them suit: no members yet.',
    );
  });
});

describe('problems and warnings of sets (docs/dashboard.md Y33.2)', () => {
  it('a complete set has none', () => {
    expect(findSetProblems(fixed, [fixed])).toEqual([]);
    expect(warnAboutSet(dynamic, catalog)).toEqual({ isOwnUnknown: false, unknownMembers: [], mostPlaces: undefined });
  });

  it('name, own variant and members must be there; an own variant belongs to one set and is no member', () => {
    expect(findSetProblems(createSet([], 'dynamic'), [])).toEqual(['NO_NAME', 'NO_OWN_VARIANT', 'NO_MEMBERS']);
    expect(findSetProblems(fixed, [fixed, dynamic])).toEqual(['OWN_VARIANT_TAKEN']);
    const own = { ...fixed, variantId: 'V1' };
    expect(findSetProblems(own, [own])).toEqual(['OWN_VARIANT_IS_MEMBER']);
  });

  it('what the catalog lacks and a size that cannot be filled are noted', () => {
    expect(warnAboutSet({ ...fixed, variantId: 'V9', variants: [{ id: 'V8', quantity: 1 }] }, catalog)).toMatchObject({
      isOwnUnknown: true,
      unknownMembers: ['V8'],
    });
    expect(warnAboutSet({ ...dynamic, size: 4 }, catalog).mostPlaces).toBe(3);
  });
});

describe('changing sets', () => {
  it('members that stay keep their quantity', () => {
    expect(withMemberIds(fixed, ['V2', 'V4'])).toMatchObject({
      variants: [
        { id: 'V2', quantity: 2 },
        { id: 'V4', quantity: 1 },
      ],
    });
  });

  it('a new set has a free key', () => {
    expect(createSet([{ ...fixed, key: 'set_2' }], 'fixed').key).toBe('set_3');
  });

  it('are found by name, key and what they contain (Y33.1)', () => {
    const find = (query: string) => filterSets([fixed, dynamic], query, catalog.getVariantName).map(({ key }) => key);
    expect(find('DUO')).toEqual(['duo', 'box']);
    expect(find('serum')).toEqual(['duo']);
    expect(find('p2')).toEqual(['box']);
    expect(find('')).toEqual(['duo', 'box']);
  });
});
