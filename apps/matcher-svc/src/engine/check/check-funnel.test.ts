import { DEFAULT_MATCHING, type FunnelMatching, type Rule, type Step, type Target } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { benchCompany } from '../testing/bench-company.js';
import { checkIn } from '../testing/check.js';
import { compileCompany, createCompany, createRule, createStep, type TestCompany } from '../testing/company.js';
import { checkFunnel } from './check-funnel.js';
import type { FunnelCheck } from './funnel-check.js';

const target = (given: Partial<Target>): Target => ({ tags: [], productIds: [], variantIds: [], ...given });
const matching = (rules: Rule[], rest: Partial<FunnelMatching['matching']> = {}): Partial<FunnelMatching> => ({
  matching: { ...DEFAULT_MATCHING, rules, ...rest },
});
const tab = (key: string, tags: string[], enabled = true) => ({
  key,
  name: { default: key },
  description: null,
  maxItemsToShow: null,
  enabled,
  select: { tags, productIds: [], sets: [] },
});
const answer = (step: number, ...chosen: string[]) => ({ step, key: `step_${step}`, chosen });
const rule = (key: string, then: Rule['then'], rest: Partial<Rule> = {}): Rule => createRule(then, { key, ...rest });
const none = { total: 0, first: [] };

const tasteAndScent: Step[] = [
  createStep(1, { sweet: { require: ['taste:sweet'] }, sour: { require: ['taste:sour'] } }),
  createStep(2, { strong: {}, none: { avoid: ['scent:strong'] } }),
];

describe('checkFunnel: the assortment prover', () => {
  it('a correct funnel has no findings, and every path is walked', () => {
    const company = createCompany({ a: ['taste:sweet'], b: ['taste:sour'] }, { steps: tasteAndScent.slice(0, 1) });
    expect(checkIn(company)).toEqual<FunnelCheck>({
      date: '2026-11-21',
      paths: {
        method: 'all',
        checked: 2,
        total: 2,
        undecidedPairs: 0,
        multiSelection: 'combinations',
        colorType: 'ignored',
      },
      deadEnds: none,
      blockingDeadEnds: 0,
      deadPaths: 0,
      unreachableVariants: none,
      emptyTabs: none,
      resultPageWithoutTabs: false,
      idleRules: none,
      conflicts: none,
      idleOptions: none,
      eligible: { limit: 2_000, assortment: 2, resultPage: null, pathsOverLimit: 0 },
    });
  });

  it('planted defects are each reported exactly once, and nothing else is', () => {
    const report = checkIn(plantedCompany());
    expect(report).toEqual<FunnelCheck>({
      date: '2026-11-21',
      paths: {
        method: 'all',
        // Scent × (sweet, or sour with the size, which is optional).
        checked: 2 * (1 + 3),
        total: 8,
        undecidedPairs: 0,
        multiSelection: 'combinations',
        colorType: 'ignored',
      },
      deadEnds: {
        total: 1,
        first: [
          {
            kind: 'ANSWERS',
            answers: [answer(1, 'sour'), answer(2, 'none')],
            paths: 3,
            example: [answer(1, 'sour'), answer(2, 'none'), answer(3)],
          },
        ],
      },
      blockingDeadEnds: 1,
      deadPaths: 3,
      unreachableVariants: { total: 1, first: ['hidden'] },
      emptyTabs: { total: 1, first: ['EMPTY'] },
      resultPageWithoutTabs: false,
      idleRules: {
        total: 3,
        first: [
          { rule: 'impossible', reason: 'CONDITION' },
          { rule: 'old', reason: 'EXPIRED' },
          { rule: 'nothing', reason: 'NO_TARGET' },
        ],
      },
      conflicts: none,
      idleOptions: {
        total: 1,
        // Whether step 3 is answered is asked, so that its options count as used.
        first: [{ step: 2, key: 'step_2', option: 'strong' }],
      },
      eligible: { limit: 2_000, assortment: 3, resultPage: 2, pathsOverLimit: 0 },
    });
  });

  it.each([
    ['has no tab', true, [], { resultPageWithoutTabs: true, resultPage: 0 }],
    ['has disabled tabs only', true, [tab('T', ['t:1'], false)], { resultPageWithoutTabs: true, resultPage: 0 }],
    ['has an enabled tab', true, [tab('T', ['t:1'])], { resultPageWithoutTabs: false, resultPage: 1 }],
    ['is off', false, [], { resultPageWithoutTabs: false, resultPage: null }],
  ])('a result page that %s', (_what, enabled, tabs, expected) => {
    const report = checkIn(createCompany({ a: ['t:1'], b: [] }, { funnel: { resultPage: { enabled, tabs } } }));
    const { resultPageWithoutTabs, eligible } = report;
    expect({ resultPageWithoutTabs, resultPage: eligible.resultPage }).toEqual(expected);
  });

  it('the same defects are found when the paths are pairwise', () => {
    const tastes = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((key) => [key, { prefer: [`more:${key}`] }]));
    const company = plantedCompany();
    company.steps.push(createStep(4, tastes), createStep(5, tastes));
    const report = checkIn(company, 200);
    expect(report.paths).toMatchObject({ method: 'pairwise', total: 12 * 36, undecidedPairs: 0 });
    const whole = checkIn(company);
    expect(whole.paths).toMatchObject({ method: 'all', checked: 8 * 36 });
    for (const list of ['unreachableVariants', 'emptyTabs', 'idleRules', 'conflicts', 'idleOptions'] as const) {
      expect(report[list]).toEqual(whole[list]);
    }
    expect(report.deadEnds.first.map(({ answers }) => answers)).toEqual(
      whole.deadEnds.first.map(({ answers }) => answers),
    );
  });

  it('pairwise, a variant that only three answers together reach has a path of its own', () => {
    const words = ['1', '2', '3', '4', '5', '6'];
    const steps = [1, 2, 3, 4, 5].map((id) =>
      createStep(id, Object.fromEntries(words.map((word) => [word, { require: [`s${id}:${word}`] }])), {
        strict: true,
      }),
    );
    const everywhere = steps.flatMap(({ id }) => words.map((word) => `s${id}:${word}`));
    const narrow = ['s1:6', 's2:5', 's3:4', 's4:3', 's5:2'];
    const report = checkIn(createCompany({ everywhere, narrow, never: narrow.slice(1) }, { steps }), 500);
    expect(report.paths.method).toBe('pairwise');
    expect(report.unreachableVariants.first).toEqual(['never']);
  });

  it('a funnel in which nothing ever matches has one dead end, without answers', () => {
    const steps = tasteAndScent;
    const company = createCompany(
      { a: [] },
      { steps, funnel: matching([rule('all', { exclude: target({ variantIds: ['a'] }) })]) },
    );
    const report = checkIn(company);
    expect(report.deadEnds).toEqual({
      total: 1,
      first: [{ kind: 'ANSWERS', answers: [], paths: 4, example: [answer(1, 'sweet'), answer(2, 'strong')] }],
    });
    expect(report.unreachableVariants.first).toEqual(['a']);
  });

  it('rules contradict each other where both hold: an exclude of what a require keeps, and two requires apart', () => {
    const rules = [
      rule('only-a', { require: target({ variantIds: ['a'] }) }, { when: { step: 1, in: ['x'] } }),
      rule('never-a', { exclude: target({ variantIds: ['a', 'b'] }) }, { when: { step: 2, in: ['x'] } }),
      rule('only-c', { require: target({ variantIds: ['c'] }) }, { when: { step: 1, in: ['x'] } }),
      rule('only-b', { require: target({ variantIds: ['b'] }) }, { when: { step: 1, in: ['y'] } }),
    ];
    const steps = [createStep(1, { x: {}, y: {} }), createStep(2, { x: {}, y: {} })];
    const { conflicts, idleOptions } = checkIn(
      createCompany({ a: [], b: [], c: [] }, { steps, funnel: matching(rules) }),
    );
    expect(conflicts).toEqual({
      total: 3,
      first: [
        { kind: 'EXCLUDES_REQUIRED', rules: ['only-a', 'never-a'], paths: 1 },
        { kind: 'REQUIRES_DISJOINT', rules: ['only-a', 'only-c'], paths: 2 },
        { kind: 'EXCLUDES_REQUIRED', rules: ['only-b', 'never-a'], paths: 1 },
      ],
    });
    expect(idleOptions.first).toEqual([{ step: 2, key: 'step_2', option: 'y' }]);
  });

  it('several answers: every combination; beyond ten options each alone and all together', () => {
    const options = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, {}]));
    const countPaths = (count: number, rest: Partial<Step> = {}) =>
      checkIn(
        createCompany({ a: [] }, { steps: [createStep(1, options(count), { type: 'MULTI_SELECTION', ...rest })] }),
      ).paths;
    expect(countPaths(3)).toMatchObject({ method: 'all', checked: 7, multiSelection: 'combinations' });
    expect(countPaths(3, { required: false })).toMatchObject({ method: 'all', checked: 8 });
    expect(countPaths(11)).toMatchObject({ method: 'pairwise', checked: 12, multiSelection: 'one-or-all' });
  });

  it('built-in steps have their enum values; the color type is independent of them, none included', () => {
    const steps = [
      createStep(1, {}, { type: 'HAIR_COLOR' }),
      createStep(2, {}, { type: 'SELFIE' }),
      createStep(3, {}, { type: 'EMAIL' }),
    ];
    const plain = checkIn(createCompany({ a: [] }, { steps }));
    expect(plain.paths).toMatchObject({ checked: 8, colorType: 'ignored' });
    const colored = checkIn(createCompany({ a: ['color_type:TRUE_WINTER'] }, { steps }));
    expect(colored.paths).toMatchObject({ checked: 8 * 13, colorType: 'independent' });
    // One dead end a type that the only variant does not suit.
    expect(colored.deadEnds.total).toBe(11);
    expect(colored.deadEnds.first[0]?.answers).toEqual([{ step: null, key: 'colorType', chosen: ['LIGHT_SPRING'] }]);
  });

  it('the color types are those of the taxonomy that the catalog and the rules use', () => {
    const steps = [createStep(1, {}, { type: 'SELFIE' })];
    const checked = (tags: string[], colorType: string[] = []) => {
      const rules = [rule('type', { boost: { ...target({ variantIds: ['a'] }), by: 0.5 } }, { when: { colorType } })];
      return checkIn(createCompany({ a: tags }, { steps, funnel: matching(rules) })).paths.checked;
    };
    expect(checked(['color_type:SUMMER'])).toBe(1 + 4);
    expect(checked([], ['winter'])).toBe(1 + 4);
    expect(checked(['color_type:TRUE_SUMMER'])).toBe(1 + 12);
    expect(checked(['color_type:SUMMER'], ['true_summer'])).toBe(1 + 12 + 4);
    expect(checked([])).toBe(1 + 12);
  });

  it('whether a selfie was sent is tried where a rule asks for it', () => {
    const rules = [
      rule('selfie', { boost: { ...target({ variantIds: ['a'] }), by: 0.5 } }, { when: { step: 1, answered: true } }),
    ];
    const steps = [createStep(1, {}, { type: 'SELFIE' })];
    const report = checkIn(createCompany({ a: [] }, { steps, funnel: matching(rules) }));
    expect(report.paths.checked).toBe(2);
    expect(report.idleRules).toEqual(none);
  });

  it('over 2,000 eligible variants every path is over the limit, and is still tested', () => {
    const variants = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`v${at}`, ['taste:sweet']]));
    const { eligible, deadEnds } = checkIn(createCompany(variants, { steps: tasteAndScent.slice(0, 1) }));
    expect(eligible).toEqual({ limit: 2_000, assortment: 2_001, resultPage: null, pathsOverLimit: 2 });
    expect(deadEnds.first.map(({ answers }) => answers)).toEqual([[answer(1, 'sour')]]);
  });

  it('lists the first 50 findings of a kind and counts the others', () => {
    const variants = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`v${at}`, []]));
    const company = createCompany(variants, {
      funnel: matching([
        rule('all', { exclude: target({ productIds: Object.keys(variants).map((id) => `P-${id}`) }) }),
      ]),
    });
    const { unreachableVariants } = checkIn(company);
    expect([unreachableVariants.total, unreachableVariants.first.length]).toEqual([120, 50]);
  });
});

describe('checkFunnel on a large funnel: 10 steps × 6 options × 2,000 variants', () => {
  it('covers all pairs with few paths, in many short turns, the same report each time', () => {
    const company = benchCompany(2_000);
    const options = Object.fromEntries(
      ['one', 'two', 'three', 'four', 'five', 'six'].map((key) => [key, { prefer: [`more:${key}`] }]),
    );
    company.steps.push(createStep(9, options), createStep(10, options, { showWhen: { step: 9, in: ['one'] } }));
    const funnel = compileCompany(company);
    const run = () => {
      const stretches: number[] = [];
      const work = checkFunnel(funnel, { date: '2026-11-21' });
      for (;;) {
        // CPU time, so that a busy machine does not count.
        const before = process.cpuUsage();
        const turn = work.next();
        const { user, system } = process.cpuUsage(before);
        stretches.push((user + system) / 1_000);
        if (turn.done) return { report: turn.value, stretches };
      }
    };
    run();
    const { report, stretches } = run();
    expect(report.paths).toMatchObject({ method: 'pairwise', total: 6 ** 10 * 13, undecidedPairs: 0 });
    // No fewer than the two largest dimensions, and not many times more.
    expect(report.paths.checked).toBeGreaterThanOrEqual(13 * 6);
    expect(report.paths.checked).toBeLessThan(300);
    const sorted = stretches.sort((a, b) => b - a);
    const total = sorted.reduce((sum, ms) => sum + ms, 0);
    expect(sorted.length).toBeGreaterThan(2 * report.paths.checked);
    // The longest ones may hold a garbage collection.
    expect(sorted[Math.floor(sorted.length / 100)]).toBeLessThan(total / 10);
    expect(run().report).toEqual(report);
  });
});

/** Sour without scent leads nowhere; one variant, one tab, three rules and one option do nothing. */
function plantedCompany(): TestCompany {
  const rules = [
    rule('hide', { exclude: target({ variantIds: ['hidden'] }) }),
    rule(
      'impossible',
      { boost: { ...target({ variantIds: ['a'] }), by: 0.1 } },
      {
        when: {
          all: [
            { step: 1, in: ['sweet'] },
            { step: 3, answered: true },
          ],
        },
      },
    ),
    rule('old', { pin: target({ variantIds: ['a'] }) }, { until: '2026-11-21' }),
    rule('nothing', { pin: target({ tags: ['no:variant'] }) }),
    rule('later', { pin: target({ variantIds: ['a'] }) }, { from: '2027-01-01' }),
  ];
  const size = createStep(3, { small: {}, large: {} }, { required: false, showWhen: { step: 1, in: ['sour'] } });
  return {
    ...createCompany(
      { a: ['taste:sweet'], b: ['taste:sour', 'scent:strong'], hidden: ['taste:sweet'] },
      {
        steps: [...tasteAndScent, size],
        funnel: {
          ...matching(rules),
          resultPage: {
            enabled: true,
            tabs: [tab('SWEET', ['taste:sweet']), tab('EMPTY', ['no:variant']), tab('OFF', [], false)],
          },
        },
      },
    ),
  };
}
