import type { MatchingAnswers } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { compileAssortment } from '../compile/compile-assortment.js';
import { compileFunnel } from '../compile/compile-funnel.js';
import {
  compileCompany,
  createCompany,
  createRequest,
  createRule,
  createStep,
  matchIds,
  matchIn,
} from '../testing/company.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { answers, createTab, rules, spring, target } from '../testing/settings.js';
import { ScopeTooLargeError } from './match-variants.js';

describe('the tests of a variant (docs/matching.md M5)', () => {
  it('a variant without color tags suits every color type; a tagged one needs a score or the type itself (M1.9, M5.1; docs/color-method.md A1.5)', () => {
    const company = createCompany({
      none: [],
      own: ['color_type:LIGHT_SPRING'],
      near: ['color_type:TRUE_SPRING'],
      far: ['color_type:SOFT_AUTUMN'],
    });
    expect(new Set(matchIds(company, { color: spring }).matched)).toEqual(new Set(['none', 'own', 'near']));
    expect(matchIds(company, { color: null }).matched).toHaveLength(4);
  });

  it('a color type of another taxonomy is compared by its name', () => {
    const company = createCompany({ muted: ['color_type:MUTED'], vivid: ['color_type:vivid'] });
    expect(matchIds(company, { color: { type: 'VIVID', scores: { VIVID: 1 } } }).matched).toEqual(['vivid']);
  });

  it('complexion compares depth and undertone, NEUTRAL agrees with both, an unanswered undertone with all (M5.2)', () => {
    const company = createCompany({
      warm: ['complexion:MEDIUM/WARM'],
      neutral: ['complexion:MEDIUM/NEUTRAL'],
      any: ['complexion:MEDIUM/*'],
      cool: ['complexion:MEDIUM/COOL'],
      deeper: ['complexion:DEEP/WARM'],
    });
    const skin = { skinColor: 'MEDIUM' as const, selectionValues: [] };
    expect(matchIds(company, { answers: { ...skin, skinUndertone: 'WARM' } }).matched).toEqual([
      'warm',
      'any',
      'neutral',
    ]);
    expect(matchIds(company, { answers: skin }).matched).toEqual(['warm', 'neutral', 'any', 'cool']);
    // Without a skin color there is nothing to compare with.
    expect(matchIds(company, { answers: { skinUndertone: 'WARM', selectionValues: [] } }).matched).toHaveLength(5);
  });

  it('complexion tolerates the difference in depth that is set; a variant without such a tag suits every complexion (M1.9, M5.2)', () => {
    const company = createCompany({
      silent: [],
      same: ['complexion:MEDIUM/WARM'],
      deep: ['complexion:DEEP/WARM'],
      light: ['complexion:LIGHT/WARM'],
      cool: ['complexion:LIGHT/COOL'],
    });
    const listFor = (depthTolerance: number) => {
      company.funnel.matching = { ...rules().matching, complexion: { mode: 'require', depthTolerance } };
      return matchIds(company, { answers: { skinColor: 'MEDIUM', skinUndertone: 'WARM', selectionValues: [] } })
        .matched;
    };
    expect(listFor(0).sort()).toEqual(['same', 'silent']);
    expect(listFor(1).sort()).toEqual(['light', 'same', 'silent']);
    expect(listFor(2).sort()).toEqual(['deep', 'light', 'same', 'silent']);
  });

  it('`require` tests and scores, `prefer` scores without testing, `ignore` does neither (M2.2)', () => {
    const looks = {
      far: ['color_type:SOFT_AUTUMN', 'complexion:DEEP/COOL'],
      silent: [],
      near: ['color_type:LIGHT_SPRING', 'complexion:FAIR/WARM'],
    };
    const answers: MatchingAnswers = { skinColor: 'FAIR', skinUndertone: 'WARM', selectionValues: [] };
    const listFor = (tags: 'color_type' | 'complexion', mode: 'require' | 'prefer' | 'ignore') => {
      const ofKind = Object.entries(looks).map(([id, list]) => [id, list.filter((tag) => tag.startsWith(tags))]);
      const company = createCompany(Object.fromEntries(ofKind));
      company.funnel.matching = {
        ...rules().matching,
        colorType: { mode, minScore: 0.2 },
        complexion: { mode, depthTolerance: 0 },
      };
      return matchIds(company, { answers, color: spring }).matched;
    };
    for (const tags of ['color_type', 'complexion'] as const) {
      expect(listFor(tags, 'require')).toEqual(['near', 'silent']);
      expect(listFor(tags, 'prefer')).toEqual(['near', 'silent', 'far']);
      expect(listFor(tags, 'ignore')).toEqual(['far', 'silent', 'near']);
    }
  });

  it('`require` is OR inside a step and AND across steps; a variant without such tags passes unless the step is strict (M1.4, M1.9, M5.3)', () => {
    const company = createCompany(
      { both: ['a:1', 'b:1'], first: ['a:1', 'b:2'], silent: [], other: ['a:2'] },
      {
        steps: [
          createStep(1, { one: { require: ['a:1', 'a:9'] }, two: { require: ['a:2'] } }),
          createStep(2, { one: { require: ['b:1'] }, two: { require: ['b:2'] } }),
        ],
      },
    );
    const given = { answers: answers([1, 'one'], [2, 'one']) };
    expect(matchIds(company, given).matched).toEqual(['both', 'silent']);
    company.steps[0]!.strict = true;
    expect(matchIds(company, given).matched).toEqual(['both']);
  });

  it('an `avoid` tag of a chosen option rejects a variant (M1.4, M5.4)', () => {
    const steps = [createStep(1, { sensitive: { avoid: ['scent:strong'] }, robust: {} })];
    const company = createCompany({ mild: [], strong: ['scent:strong'] }, { steps });
    expect(matchIds(company, { answers: answers([1, 'sensitive']) }).matched).toEqual(['mild']);
    expect(matchIds(company, { answers: answers([1, 'robust']) }).matched).toEqual(['mild', 'strong']);
  });

  it('tags of the product and tags that the merchant adds count like the variant’s own (M1.1)', () => {
    const tagging = { products: { 'P-b': ['a:1'] }, variants: { c: ['A:1'], constructor: ['a:1'] } };
    const steps = [createStep(1, { one: { require: ['a:1'] } }, { strict: true })];
    const company = createCompany({ a: [], b: [], c: [] }, { tagging, steps });
    expect(matchIds(company, { answers: answers([1, 'one']) }).matched).toEqual(['b', 'c']);
  });
});

describe('order (docs/matching.md M6)', () => {
  it('variants with a preferred tag of a chosen option come first, then variants without a tag, then variants preferred by another option (M1.4, M6.1; docs/contract.md C12.2)', () => {
    const steps = [createStep(1, { dry: { prefer: ['for:dry'] }, oily: { prefer: ['for:oily'] } })];
    const company = createCompany({ oily: ['for:oily'], silent: [], dry: ['for:dry'] }, { steps });
    expect(matchIds(company, { answers: answers([1, 'dry']) }).matched).toEqual(['dry', 'silent', 'oily']);
  });

  it('equal scores are in catalog order (M6.2; docs/contract.md C12.2)', () => {
    expect(matchIds(createCompany({ z: [], a: [], m: [] })).matched).toEqual(['z', 'a', 'm']);
  });

  it('pinned variants come before better ones (M6.2)', () => {
    const boost = { ...target({ variantIds: ['c'] }), by: 1 };
    const pin = target({ variantIds: ['b'] });
    const company = createCompany({ a: [], b: [], c: [] }, { funnel: rules(createRule({ boost, pin })) });
    expect(matchIds(company).matched).toEqual(['b', 'c', 'a']);
  });

  it('does not depend on the order of tags, of answers, of sets or of ids in a filter', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed + 5_000);
      const company = randomCompany(random, { products: 8, variants: 30, steps: 4, rules: 3, tabs: 3, sets: 4 });
      const request = randomRequest(random, company);
      const before = matchIn(compileCompany(company), request);
      for (const row of [...company.snapshot.products, ...company.snapshot.variants]) row.tags.reverse();
      company.sets.reverse();
      const turned = {
        ...request,
        productIds: [...request.productIds].reverse(),
        variantIds: [...request.variantIds].reverse(),
        answers: { ...request.answers, selectionValues: [...request.answers.selectionValues].reverse() },
      };
      expect(matchIn(compileCompany(company), turned), `seed ${seed}`).toEqual(before);
    }
  });

  it('filters only select: the filtered list is the whole list without the other variants', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed + 9_000);
      const company = randomCompany(random, { products: 8, variants: 40, steps: 3, rules: 3, tabs: 0, sets: 4 });
      const request = { ...randomRequest(random, company), resultPage: false, productIds: [], variantIds: [] };
      const funnel = compileCompany(company);
      const whole = matchIn(funnel, request).matched;
      const wanted = random.some(company.snapshot.variants, 20).map(({ id }) => id);
      if (wanted.length === 0) continue;
      const filtered = matchIn(funnel, { ...request, variantIds: wanted }).matched;
      expect(filtered, `seed ${seed}`).toEqual(whole.filter((id) => wanted.includes(id)));
    }
  });
});

describe('scope and tabs (docs/matching.md M4, M8; docs/contract.md C18.1)', () => {
  const big = (count: number) =>
    createCompany(Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, []])));

  it('2,000 eligible variants are matched, 2,001 are too many unless filtered (M4.2)', () => {
    expect(matchIds(big(2_000)).matched).toHaveLength(2_000);
    expect(() => matchIds(big(2_001))).toThrow(ScopeTooLargeError);
    expect(matchIds(big(2_001), { variantIds: ['v2000', 'V2000', 'v7'] }).matched).toEqual(['v7', 'v2000']);
  });

  it('a single product can have too many variants; its variantIds can still be sent (M4.2)', () => {
    const company = big(2_001);
    const [product] = company.snapshot.products;
    const variants = company.snapshot.variants.map((variant) => ({ ...variant, product: 0 }));
    const one = { ...company, snapshot: { ...company.snapshot, products: product ? [product] : [], variants } };
    expect(() => matchIds(one, { productIds: ['P-v0'] })).toThrow(ScopeTooLargeError);
    expect(matchIds(one, { productIds: ['P-v0'], variantIds: ['v7'] }).matched).toEqual(['v7']);
  });

  it('too many variants are refused before anything is scored (M4.2; docs/contract.md C11.9)', () => {
    // Scoring begins with the answers.
    const ask = (count: number) =>
      matchIn(
        compileCompany(big(count)),
        Object.defineProperty(createRequest(), 'answers', {
          get: () => {
            throw new Error('scored');
          },
        }),
      );
    expect(() => ask(2_000)).toThrow('scored');
    expect(() => ask(2_001)).toThrow(ScopeTooLargeError);
  });

  it('members of a set and its own variant count once each (M4.2)', () => {
    const withSet = (count: number) => {
      const company = big(count);
      const members = Array.from({ length: 5 }, (_, index) => ({ id: `v${index + 1}`, quantity: 3 }));
      company.sets = [{ key: 's', name: {}, variantId: 'v0', variants: members, lift: 'all' }];
      return company;
    };
    expect(matchIds(withSet(2_000)).matched).toHaveLength(2_000);
    expect(() => matchIds(withSet(2_001))).toThrow(ScopeTooLargeError);
  });

  it('unavailable variants are not eligible and do not count (M4.1)', () => {
    const company = big(2_001);
    company.snapshot.variants[0]!.available = false;
    expect(matchIds(company).matched).toHaveLength(2_000);
  });

  it('ids compare in exact case and unknown ids are left out', () => {
    expect(matchIds(createCompany({ Ab: [], ab: [] }), { variantIds: ['ab', 'AB', 'nothing'] }).matched).toEqual([
      'ab',
    ]);
  });

  it('product filter, variant filter and tabs are AND, values inside each are OR (M4.1; docs/contract.md C11.4)', () => {
    const resultPage = { enabled: true, tabs: [createTab('T', { tags: ['on:tab'] })] };
    const company = createCompany({ a: ['on:tab'], b: ['on:tab'], c: [] }, { funnel: { resultPage } });
    const asked = { productIds: ['P-a', 'P-c'], variantIds: ['a', 'b', 'c'] };
    expect(matchIds(company, asked).matched).toEqual(['a', 'c']);
    expect(matchIds(company, { ...asked, resultPage: true }).matched).toEqual(['a']);
  });

  it('lists enabled tabs in order, uncut, also without a match; the union is in first-appearance order (M8.1, M8.3, M8.4; docs/contract.md C12.3, C12.4)', () => {
    const tabs = [
      createTab('SECOND', { tags: ['t:2'] }, { maxItemsToShow: 1 }),
      createTab('OFF', { tags: ['t:1'] }, { enabled: false }),
      createTab('EMPTY', {}),
      createTab('FIRST', { tags: ['t:1', 't:2'] }),
    ];
    const company = createCompany(
      { a: ['t:1'], b: ['t:2'], c: ['t:2'], d: [] },
      { funnel: { resultPage: { enabled: true, tabs } } },
    );
    expect(matchIds(company, { resultPage: true })).toEqual({
      matched: ['b', 'c', 'a'],
      tabs: [
        { key: 'SECOND', variants: ['b', 'c'] },
        { key: 'EMPTY', variants: [] },
        { key: 'FIRST', variants: ['a', 'b', 'c'] },
      ],
    });
  });

  it('a result page that is disabled or has no enabled tab gives two empty lists (docs/contract.md C11.7)', () => {
    const tabs = [createTab('T', { tags: ['t:1'] })];
    const off = createCompany({ a: ['t:1'] }, { funnel: { resultPage: { enabled: false, tabs } } });
    const none = createCompany(
      { a: ['t:1'] },
      { funnel: { resultPage: { enabled: true, tabs: [{ ...tabs[0]!, enabled: false }] } } },
    );
    for (const company of [off, none])
      expect(matchIds(company, { resultPage: true })).toEqual({ matched: [], tabs: [] });
  });

  it('a tab selects a set by its key, and the set’s variant without it is on no tab; an empty tab selects nothing (M8.2)', () => {
    const sets = [{ key: 's', name: {}, variantId: 'SET', variants: [{ id: 'a', quantity: 1 }], lift: 'all' as const }];
    const withSet = { enabled: true, tabs: [createTab('T', { productIds: ['P-a'], sets: ['s'] })] };
    const company = createCompany({ a: [], SET: [] }, { sets, funnel: { resultPage: withSet } });
    expect(matchIds(company, { resultPage: true }).matched).toEqual(['SET', 'a']);
    const withoutSet = { enabled: true, tabs: [createTab('T', { productIds: ['P-a'] }), createTab('EMPTY', {})] };
    const other = createCompany({ a: [], SET: [] }, { sets, funnel: { resultPage: withoutSet } });
    expect(matchIds(other, { resultPage: true }).tabs).toEqual([
      { key: 'T', variants: ['a'] },
      { key: 'EMPTY', variants: [] },
    ]);
  });
});

it('funnels of one company share its compiled assortment, and each matches its own part (docs/matching.md M4.1)', () => {
  const { snapshot, tagging, sets, funnel, steps } = createCompany({ a: [], b: [] });
  const assortment = compileAssortment(snapshot, tagging);
  const narrow = { ...funnel, assortment: { tags: [], productIds: ['P-b'] } };
  expect(matchIn(compileFunnel(assortment, { steps, sets, funnel }), createRequest()).matched).toEqual(['a', 'b']);
  expect(matchIn(compileFunnel(assortment, { steps, sets, funnel: narrow }), createRequest()).matched).toEqual(['b']);
});
