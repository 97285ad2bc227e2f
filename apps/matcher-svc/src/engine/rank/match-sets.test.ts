import { describe, expect, it } from 'vitest';
import { createCompany, createRule, createStep, matchIds } from '../testing/company.js';
import { answers, rules, spring, target } from '../testing/settings.js';

describe('sets (docs/matching.md M5)', () => {
  const set = { key: 's', name: { default: 'Set' }, variantId: 'SET' };
  const members = [
    { id: 'a', quantity: 1 },
    { id: 'b', quantity: 2 },
  ];

  it('a fixed set is listed directly before its best member when all members are matched (M5.7)', () => {
    const company = createCompany(
      { x: [], a: [], SET: [], b: [] },
      { sets: [{ ...set, variants: members, lift: 'all' }] },
    );
    expect(matchIds(company).matched).toEqual(['x', 'SET', 'a', 'b']);
    company.snapshot.variants[3]!.available = false;
    expect(matchIds(company).matched).toEqual(['x', 'a']);
  });

  it('a fixed set is not listed with an excluded member, nor when its own variant is unavailable (M5.7)', () => {
    const company = createCompany(
      { x: [], a: [], SET: [], b: [] },
      { sets: [{ ...set, variants: members, lift: 'all' }] },
    );
    company.funnel.matching = rules(createRule({ exclude: target({ variantIds: ['b'] }) })).matching;
    expect(matchIds(company).matched).toEqual(['x', 'a']);
    company.funnel.matching = rules().matching;
    company.snapshot.variants[2]!.available = false;
    expect(matchIds(company).matched).toEqual(['x', 'a', 'b']);
  });

  it('two sets with the same best member are in the order of their keys (M5.9)', () => {
    const named = (key: string) => ({ ...set, key, variantId: key, variants: members, lift: 'all' as const });
    for (const keys of [
      ['k', 'n'],
      ['n', 'k'],
    ]) {
      const company = createCompany({ n: [], a: [], k: [], b: [] }, { sets: keys.map(named) });
      expect(matchIds(company).matched).toEqual(['k', 'n', 'a', 'b']);
    }
  });

  it('`any` requires one member; with `off` the own variant is matched like any other (M5.6, M5.7)', () => {
    const company = createCompany({ SET: [], x: [], a: [] }, { sets: [{ ...set, variants: members, lift: 'any' }] });
    expect(matchIds(company).matched).toEqual(['x', 'SET', 'a']);
    company.sets = [{ ...set, variants: members, lift: 'off' }];
    expect(matchIds(company).matched).toEqual(['SET', 'x', 'a']);
  });

  it('a dynamic set takes each variant once, and at most `max` of a product (M5.8)', () => {
    const company = createCompany({ a: [], b: [], c: [], SET: [] });
    // One product with two of the variants.
    company.snapshot.variants[1]!.product = 0;
    const isListed = (size: number, max: number) => {
      company.sets = [{ ...set, size, products: [{ id: 'P-a', max }] }];
      return matchIds(company).matched[0] === 'SET';
    };
    expect([isListed(2, 2), isListed(2, 1), isListed(3, 3)]).toEqual([true, false, false]);
  });

  it('a dynamic set is listed when it can be filled to its size within the maxima (M5.8)', () => {
    const products = [
      { id: 'P-a', max: 1 },
      { id: 'P-b', max: 1 },
    ];
    const company = createCompany({ x: [], a: [], b: [], SET: [] }, { sets: [{ ...set, size: 2, products }] });
    expect(matchIds(company).matched).toEqual(['x', 'SET', 'a', 'b']);
    company.sets = [{ ...set, size: 3, products }];
    expect(matchIds(company).matched).toEqual(['x', 'a', 'b']);
  });

  it('completeness depends on the assortment, not on the request: a set stays complete when its members are filtered out (M5.6)', () => {
    const company = createCompany(
      { x: [], a: [], b: [], SET: [] },
      { sets: [{ ...set, variants: members, lift: 'all' }] },
    );
    expect(matchIds(company, { variantIds: ['SET', 'x'] }).matched).toEqual(['x', 'SET']);
  });

  it('no test but `exclude` applies to the own variant of a set (M5.6)', () => {
    const steps = [createStep(1, { one: { require: ['a:1'], avoid: ['b:1'] } }, { strict: true })];
    const own = ['color_type:SOFT_AUTUMN', 'complexion:DEEP/COOL', 'b:1'];
    const company = createCompany(
      { x: own, a: ['a:1'], b: ['a:1'], SET: own },
      {
        steps,
        sets: [{ ...set, variants: members, lift: 'all' }],
        funnel: rules(createRule({ require: target({ tags: ['a:1'] }) })),
      },
    );
    const given = { answers: { ...answers([1, 'one']), skinColor: 'FAIR' as const }, color: spring };
    expect(matchIds(company, given).matched).toEqual(['SET', 'a', 'b']);
  });

  it('`pin` moves a set, `boost` does not, `exclude` keeps it out (M5.6)', () => {
    const own = target({ variantIds: ['SET'] });
    const sets = [{ ...set, variants: members, lift: 'all' as const }];
    const variants = { x: [], a: [], b: [], SET: [] };
    expect(matchIds(createCompany(variants, { sets, funnel: rules(createRule({ pin: own })) })).matched[0]).toBe('SET');
    const boosted = createCompany(variants, { sets, funnel: rules(createRule({ boost: { ...own, by: 1 } })) });
    expect(matchIds(boosted).matched).toEqual(['x', 'SET', 'a', 'b']);
    const excluded = createCompany(variants, { sets, funnel: rules(createRule({ exclude: own })) });
    expect(matchIds(excluded).matched).toEqual(['x', 'a', 'b']);
  });
});
