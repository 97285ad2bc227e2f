import { describe, expect, it } from 'vitest';
import { explainMatch } from '../engine/explain/explain.js';
import { compileCompany, matchIn } from '../engine/testing/company.js';
import { oracle } from '../engine/testing/oracle.js';
import { seededRandom } from '../engine/testing/random.js';
import { randomCompany, randomRequest } from '../engine/testing/random-company.js';
import { compileModel } from './compile-model.js';
import { randomModel } from './testing/random-model.js';

/** Random companies, each with a model and two analyses. */
function* cases(count: number) {
  for (let seed = 1; seed <= count; seed += 1) {
    const random = seededRandom(seed * 31);
    const size = {
      products: 1 + random.below(12),
      variants: 2 + random.below(40),
      steps: random.below(5),
      rules: 4,
      tabs: 4,
      sets: random.chance(0.5) ? 4 : 0,
    };
    const company = randomCompany(random, size);
    const funnel = compileCompany(company);
    const model = randomModel(random, company);
    const learning = compileModel(funnel, model);
    for (let analysis = 0; analysis < 2; analysis += 1) {
      yield { name: `seed ${seed}`, company, funnel, model, learning, request: randomRequest(random, company) };
    }
  }
}

describe('matching with a model (docs/matching.md M6, M7)', () => {
  it('gives the list of the oracle on 500 random companies, two analyses each (M6.1)', () => {
    let moved = 0;
    for (const { name, company, funnel, model, learning, request } of cases(500)) {
      const found = matchIn(funnel, { ...request, learning });
      expect(found, name).toEqual(oracle(company, request, model));
      if (found.matched.join() !== matchIn(funnel, request).matched.join()) moved += 1;
    }
    // The draw is worth something only if models do re-order.
    expect(moved).toBeGreaterThan(300);
  });

  it('a model never adds or removes a variant, in the list or on any tab (M7.2)', () => {
    for (const { name, funnel, learning, request } of cases(200)) {
      const off = matchIn(funnel, request);
      const on = matchIn(funnel, { ...request, learning });
      expect(on.matched.toSorted(), name).toEqual(off.matched.toSorted());
      const sorted = (tabs: typeof on.tabs) => tabs?.map(({ key, variants }) => [key, variants.toSorted()]);
      expect(sorted(on.tabs), name).toEqual(sorted(off.tabs));
    }
  });

  it('the trace recomputes S to 1e-6: both terms from pop and from the λ of the cited answers (M6.1, docs/matching.md M9.1)', () => {
    let cited = 0;
    for (const { company, funnel, learning, request } of cases(200)) {
      const variantIds = company.snapshot.variants.map(({ id }) => id);
      const input = { ...request, learning, variantIds, sets: company.sets, companyLanguage: 'de' };
      const { variants } = explainMatch(funnel, input);
      const list = matchIn(funnel, { ...request, learning, productIds: [], variantIds: [], resultPage: false }).matched;
      for (const { variantId, position, score } of variants) {
        expect(position).toBe(list.includes(variantId) ? list.indexOf(variantId) + 1 : null);
        if (!score) continue;
        const { popularity, affinity } = score.learning!;
        const sum = affinity.options.reduce((total, { lambda }) => total + lambda, 0);
        const learned = 0.1 * Math.tanh(Math.log(popularity.pop)) + 0.25 * Math.tanh(sum / 1.5);
        expect(learned).toBeCloseTo(score.learned, 12);
        const base = score.parts.reduce((total, { weight, value }) => total + weight * value, 0);
        const boosts = score.boosts.reduce((total, { by }) => total + by, 0);
        expect(Math.abs(Math.min(1, Math.max(0, base + boosts)) + learned - score.total)).toBeLessThanOrEqual(1e-6);
        cited += affinity.options.length;
      }
      expect(JSON.stringify(variants)).not.toMatch(/"sentence":"[^"]*(\{\w+\}|undefined|NaN)|"sentence":""/);
    }
    expect(cited).toBeGreaterThan(1_000);
  });
});
