import { describe, expect, it } from 'vitest';
import { compileCompany, createCompany, createRule, matchIds, matchIn } from '../testing/company.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { rules, target } from '../testing/settings.js';

describe('rules (docs/matching.md M3)', () => {
  it('exclusion wins over everything else (M3.6, M5.5)', () => {
    const all = target({ variantIds: ['a'] });
    const company = createCompany(
      { a: [], b: [] },
      {
        funnel: rules(
          createRule({ pin: all, boost: { ...all, by: 1 }, require: target({ variantIds: ['a', 'b'] }) }),
          createRule({ exclude: all }),
        ),
      },
    );
    expect(matchIds(company).matched).toEqual(['b']);
  });

  it('a target is met by any of its tags, products and variants; what does not exist selects nothing (M3.4)', () => {
    const company = createCompany({ a: ['t:1'], b: [], c: [], d: [] });
    const require = target({ tags: ['t:1', 't:9'], productIds: ['P-b', 'P-9'], variantIds: ['c', 'nothing'] });
    company.funnel.matching = rules(createRule({ require })).matching;
    expect(matchIds(company).matched).toEqual(['a', 'b', 'c']);
    const nothing = target({ tags: ['t:9'], productIds: ['P-9'], variantIds: ['nothing'] });
    company.funnel.matching = rules(createRule({ exclude: nothing })).matching;
    expect(matchIds(company).matched).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a variant is inside every `require` target (M5.5)', () => {
    const company = createCompany({ a: ['t:1'], b: ['t:1', 't:2'], c: ['t:2'] });
    const [one, two] = ['t:1', 't:2'].map((tag) => createRule({ require: target({ tags: [tag] }) }));
    company.funnel.matching = rules(one!, two!).matching;
    expect(matchIds(company).matched).toEqual(['b']);
  });

  it('`from` is inclusive and `until` exclusive, in UTC dates (M2.1)', () => {
    const company = createCompany(
      { a: [], b: [] },
      {
        funnel: rules(createRule({ pin: target({ variantIds: ['b'] }) }, { from: '2026-10-01', until: '2026-11-01' })),
      },
    );
    const first = (date: string) => matchIds(company, { date }).matched[0];
    expect([first('2026-09-30'), first('2026-10-01'), first('2026-10-31'), first('2026-11-01')]).toEqual([
      'a',
      'b',
      'b',
      'a',
    ]);
  });

  it('pins go to the top in rule order, boosts move by score (M1.5, M3.5, M3.6)', () => {
    const company = createCompany(
      { a: [], b: [], c: [], d: [] },
      {
        funnel: rules(
          createRule({ pin: target({ variantIds: ['d'] }) }),
          createRule({ pin: target({ variantIds: ['c', 'd'] }) }),
          createRule({ boost: { ...target({ variantIds: ['b'] }), by: 0.1 } }),
        ),
      },
    );
    expect(matchIds(company).matched).toEqual(['d', 'c', 'b', 'a']);
  });

  it('adding a variant that a rule excludes never changes the position of other variants', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed);
      const company = randomCompany(random, { products: 8, variants: 30, steps: 3, rules: 3, tabs: 3, sets: 3 });
      const request = randomRequest(random, company);
      const excluded = createRule({ exclude: target({ variantIds: ['EXTRA'] }) }, { key: 'extra' });
      company.funnel.matching.rules.push(excluded);
      const before = matchIn(compileCompany(company), request);
      const at = random.below(company.snapshot.variants.length + 1);
      const extra = { ...random.pick(company.snapshot.variants), id: 'EXTRA', available: true };
      company.snapshot.variants.splice(at, 0, extra);
      expect(matchIn(compileCompany(company), request), `seed ${seed}`).toEqual(before);
    }
  });
});
