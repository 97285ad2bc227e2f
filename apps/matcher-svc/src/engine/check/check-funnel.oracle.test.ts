import type { Step } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertUntil } from '../testing/assert-until.js';
import { checkIn } from '../testing/check.js';
import { compileCompany, type TestCompany } from '../testing/company.js';
import { isDeadIn, type NaivePath, naivePaths } from '../testing/naive-check.js';
import { type Random, seededRandom } from '../testing/random.js';
import { randomCompany } from '../testing/random-company.js';
import type { PathAnswer } from './funnel-check.js';

/** A small company whose steps may be optional and may depend on steps before them; rules without dates. */
function smallCompany(random: Random): TestCompany {
  const size = { products: 4, variants: 1 + random.below(9), steps: random.below(4), rules: 4, tabs: 3, sets: 2 };
  const company = randomCompany(random, size);
  const types = new Set<string>();
  company.steps = company.steps.filter(({ type }) => type !== 'AGE' || (!types.has(type) && types.add(type)));
  for (const [index, step] of company.steps.entries()) {
    step.required = random.chance(0.6);
    const before = company.steps[random.below(index)];
    if (before && random.chance(0.5)) {
      step.showWhen = random.pick([
        { step: before.id, in: ['dry', 'under_16'] },
        { not: { step: before.id, answered: true } },
        {
          any: [
            { step: before.id, in: ['OILY'] },
            { field: 'ageRange', in: ['ABOVE_70'] },
          ],
        },
      ]);
    }
  }
  for (const rule of company.funnel.matching.rules) {
    delete rule.from;
    delete rule.until;
  }
  return company;
}

const has = (path: NaivePath, { step, chosen }: PathAnswer): boolean =>
  step === null
    ? (path.color ?? '') === (chosen[0] ?? '')
    : JSON.stringify([...(path.given.get(step) ?? ['hidden'])].sort()) === JSON.stringify([...chosen].sort());
const hasAll = (path: NaivePath, answers: readonly PathAnswer[]): boolean =>
  answers.every((answer) => has(path, answer));

const companies = fc.integer({ min: 1, max: 2 ** 31 }).map((seed) => smallCompany(seededRandom(seed)));

describe('checkFunnel against a twin that tries every combination of answers', () => {
  it('walks the same paths and finds the same variants, tabs and rules', () => {
    let dead = 0;
    assertUntil(
      () => dead > 0,
      fc.property(companies, (company) => {
        const report = checkIn(company);
        const paths = naivePaths(company, report.paths.colorType === 'independent');
        expect(report.paths).toMatchObject({ method: 'all', undecidedPairs: 0 });
        // Types of other taxonomies are walked only where something names them.
        const typed = paths.filter(({ color }) => color !== 'MUTED' && color !== 'VIVID').length;
        expect(report.paths.checked).toBeGreaterThanOrEqual(typed);
        expect(report.paths.checked).toBeLessThanOrEqual(paths.length);

        const reached = new Set(paths.flatMap(({ matched }) => matched));
        const all = naiveScope(company);
        expect(report.unreachableVariants.first).toEqual(all.filter((id) => !reached.has(id)));
        const filled = new Set(paths.flatMap(({ tabs }) => tabs));
        const { resultPage, matching } = company.funnel;
        const enabled = resultPage.enabled ? resultPage.tabs.filter((tab) => tab.enabled).map(({ key }) => key) : [];
        expect(report.emptyTabs.first).toEqual(enabled.filter((key) => !filled.has(key)));
        const held = new Set(paths.flatMap((path) => path.held));
        const never = report.idleRules.first.filter(({ reason }) => reason === 'CONDITION').map(({ rule }) => rule);
        const without = new Set(
          report.idleRules.first.filter(({ reason }) => reason === 'NO_TARGET').map(({ rule }) => rule),
        );
        expect(never).toEqual(
          matching.rules.map(({ key }) => key).filter((key) => !held.has(key) && !without.has(key)),
        );
        dead += report.deadPaths;
      }),
    );
  });

  it('groups exactly the paths without a match, by the fewest answers that no path with a match has together', () => {
    let groups = 0;
    assertUntil(
      () => groups > 50,
      fc.property(companies, (company) => {
        const report = checkIn(company);
        if (report.paths.colorType === 'independent') return;
        const paths = naivePaths(company, false);
        const dead = paths.filter(({ matched }) => matched.length === 0);
        const live = paths.filter(({ matched }) => matched.length > 0);
        expect(report.deadPaths).toBe(dead.length);
        const { first, total } = report.deadEnds;
        if (total > first.length) return;
        expect(dead.every((path) => first.some(({ answers }) => hasAll(path, answers)))).toBe(true);
        for (const { answers, paths: count, example } of first) {
          groups += 1;
          expect(live.filter((path) => hasAll(path, answers))).toEqual([]);
          expect(dead.filter((path) => hasAll(path, answers))).toHaveLength(count);
          for (const left of answers) {
            const fewer = answers.filter((answer) => answer !== left);
            expect(live.some((path) => hasAll(path, fewer))).toBe(true);
          }
          expect(dead.some((path) => hasAll(path, example))).toBe(true);
        }
      }),
    );
  });

  it('dead ends block if some of their visitors have a match in the published version, whatever their color type', () => {
    let blocked = 0;
    let known = 0;
    const twoVersions = fc.tuple(companies, fc.integer({ min: 1, max: 2 ** 31 }));
    assertUntil(
      () => blocked > 10 && known > 10,
      fc.property(twoVersions, ([drawn, seed]) => {
        // Strict steps lead nowhere more often.
        const company = { ...drawn, steps: drawn.steps.map((step) => ({ ...step, strict: true })) };
        const steps = otherSteps(company.steps, seededRandom(seed));
        const report = checkIn(company, undefined, { baseline: compileCompany({ ...company, steps }) });
        const paths = naivePaths(company, report.paths.colorType === 'independent');
        if (paths.length !== report.paths.checked) return; // Types of other taxonomies that nothing names.
        const byAnswers = new Map<string, NaivePath[]>();
        for (const path of paths) {
          const key = JSON.stringify([...path.given]);
          byAnswers.set(key, [...(byAnswers.get(key) ?? []), path]);
        }
        const dead = [...byAnswers.values()].filter((same) => same.every(({ matched }) => matched.length === 0));
        const isNew = dead.some((same) => same.some((path) => !isDeadIn({ ...company, steps }, path)));
        expect(report.blockingDeadEnds > 0).toBe(isNew && naiveScope(company).length > 0);
        const kinds = new Set(report.deadEnds.first.map(({ kind }) => kind));
        if (report.deadEnds.total <= 50) expect(kinds.has('ANSWERS') || kinds.has('PUBLISHED')).toBe(dead.length > 0);
        if (isNew) blocked += 1;
        else if (dead.length > 0) known += 1;
      }),
    );
  });

  it('pairwise, every two answers that some path has together are on a checked path: none is left undecided', () => {
    fc.assert(
      fc.property(companies, (company) => {
        const whole = checkIn(company);
        const few = checkIn(company, Math.max(1, whole.paths.checked - 1));
        if (few.paths.method !== 'pairwise') return;
        // What is found on fewer paths is no less: these lists only shrink with more paths.
        const found = new Set(few.unreachableVariants.first);
        expect(whole.unreachableVariants.first.every((id) => found.has(id))).toBe(true);
        expect(few.idleRules).toEqual(whole.idleRules);
      }),
    );
  });
});

/** Ids of the available variants of the assortment, in catalog order. */
function naiveScope(company: TestCompany): string[] {
  const { scope } = compileCompany(company);
  return company.snapshot.variants.map(({ id }) => id).filter((_id, at) => (scope[at >>> 5]! >>> (at & 31)) & 1);
}

/** Steps of another version: some are gone, some are not strict or have lost an option. */
function otherSteps(steps: readonly Step[], random: Random): Step[] {
  const kept = steps.filter(() => random.chance(0.5));
  return kept.map((step) => ({
    ...step,
    strict: step.strict && random.chance(0.4),
    selections: random.chance(0.2) ? step.selections.slice(1) : step.selections,
  }));
}
