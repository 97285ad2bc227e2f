import { conditionFacts, evaluate, type Rule } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { forEachIn } from '../structures/bit-set.js';
import { textAt } from '../structures/text-table.js';
import { compileCompany, createCompany, createRule, matchIn, type TestCompany } from '../testing/company.js';
import { isOff, meets, toVariants } from '../testing/oracle.js';
import { seededRandom } from '../testing/random.js';
import { randomCompany, randomRequest } from '../testing/random-company.js';
import { findScope } from './find-scope.js';
import type { MatchRequest } from './match-variants.js';
import { createProfile } from './profile.js';

function scopeIn(funnel: CompiledFunnel, company: TestCompany, request: MatchRequest) {
  const { rules } = createProfile(funnel, request);
  const scope = findScope(funnel.assortment, company.funnel.assortment, { rules, own: funnel.sets.own });
  const toIds = (set: typeof scope.eligible) => {
    const ids: string[] = [];
    forEachIn(set, (ordinal) => ids.push(textAt(funnel.assortment.variants, ordinal)));
    return ids;
  };
  return { eligible: toIds(scope.eligible), excluded: toIds(scope.excluded) };
}

/** The same once more, on plain texts: what the funnel sells, and which of it a rule in force keeps out. */
function scopeOracle(company: TestCompany, request: MatchRequest) {
  const { assortment, matching } = company.funnel;
  const facts = conditionFacts(request.answers, company.steps, { colorType: request.color?.type ?? null });
  const isInForce = ({ from, until, when }: Rule) =>
    (!from || request.date >= from) && (!until || request.date < until) && (!when || evaluate(when, facts));
  const rules = matching.rules.filter(isInForce).map(({ then }) => then);
  const ownIds = company.sets.filter((set) => !isOff(set)).map(({ variantId }) => variantId);
  const whole = toVariants(company).filter(
    (variant) => assortment.tags.length + assortment.productIds.length === 0 || meets(variant, assortment),
  );
  const isExcluded = (variant: (typeof whole)[number]) =>
    rules.some(({ exclude }) => exclude && meets(variant, exclude)) ||
    (!ownIds.includes(variant.id) && rules.some(({ require }) => require && !meets(variant, require)));
  return {
    eligible: whole.filter((variant) => !isExcluded(variant)).map(({ id }) => id),
    excluded: whole.filter(isExcluded).map(({ id }) => id),
  };
}

describe('findScope (docs/chat.md T2.1)', () => {
  it('divides the assortment as the oracle does, and every matched variant may be named: 1,000 random companies', () => {
    let [matched, excluded] = [0, 0];
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = seededRandom(seed);
      const size = { products: 1 + random.below(12), variants: random.below(70), steps: 4, rules: 4, tabs: 0, sets: 3 };
      const company = randomCompany(random, size);
      const funnel = compileCompany(company);
      const request = { ...randomRequest(random, company), productIds: [], variantIds: [], resultPage: false };
      const scope = scopeIn(funnel, company, request);
      expect(scope, `seed ${seed}`).toEqual(scopeOracle(company, request));
      const named = new Set(scope.eligible);
      const found = matchIn(funnel, request).matched;
      expect(
        found.filter((id) => !named.has(id)),
        `seed ${seed}`,
      ).toEqual([]);
      expect(scope.excluded.filter((id) => named.has(id))).toEqual([]);
      matched += found.length;
      excluded += scope.excluded.length;
    }
    // The draw is worth something only if there is enough of both.
    expect(matched).toBeGreaterThan(3_000);
    expect(excluded).toBeGreaterThan(1_000);
  });

  it('contains every variant of an assortment without lists, unavailable ones too, at the ends of words of a set', () => {
    for (const count of [0, 1, 31, 32, 33, 64]) {
      const ids = Array.from({ length: count }, (_, index) => `V${index}`);
      const company = createCompany(Object.fromEntries(ids.map((id) => [id, []])));
      for (const row of company.snapshot.variants) row.available = false;
      const request = randomRequest(seededRandom(1), company);
      expect(scopeIn(compileCompany(company), company, request)).toEqual({ eligible: ids, excluded: [] });
    }
  });

  it("a set's own variant that a rule restricts away may still be named, because a match may list it", () => {
    const company = createCompany(
      { bundle: [], member: ['t:1'] },
      {
        sets: [{ key: 's', name: {}, variantId: 'bundle', variants: [{ id: 'member', quantity: 1 }], lift: 'all' }],
      },
    );
    company.funnel.matching = {
      ...company.funnel.matching,
      rules: [createRule({ require: { tags: ['t:1'], productIds: [], variantIds: [] } })],
    };
    const funnel = compileCompany(company);
    const request = { ...randomRequest(seededRandom(1), company), productIds: [], variantIds: [], resultPage: false };
    expect(matchIn(funnel, request).matched).toEqual(['bundle', 'member']);
    expect(scopeIn(funnel, company, request)).toEqual({ eligible: ['bundle', 'member'], excluded: [] });
  });
});
