import { describe, expect, it } from 'vitest';
import { singleSelection } from '../funnel/steps.testing.js';
import { MAX_FUNNELS, MAX_RULES, MAX_TABS } from '../limits.js';
import { addFunnel, type Draft, itReports, nothing, problemsAfter } from './broken-blueprint.testing.js';
import type { ExistingCompany } from './existing-company.js';

describe('funnels', () => {
  itReports([
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

describe('rules (docs/matching.md M2, M3.5)', () => {
  const rule = (b: Draft, index = 0) => b.funnels[0]!.matching.rules[index]!;
  const at = '/funnels/0/matching';
  itReports([
    [
      'no consequence',
      (b) => Object.assign(rule(b).then, { exclude: undefined }),
      `${at}/rules/0/then`,
      /at least one/,
    ],
    [
      'a target that nothing meets',
      (b) => Object.assign(rule(b).then.exclude!, { tags: [], productIds: [], variantIds: [] }),
      `${at}/rules/0/then/exclude`,
      /empty target/,
    ],
    ['a key named twice', (b) => (rule(b, 1).key = 'no-retinol'), `${at}/rules/1/key`, /entry 0/],
    [
      'a boost over 1',
      (b) => Object.assign(rule(b, 1).then.boost!, { by: 1.1 }),
      `${at}/rules/1/then/boost/by`,
      /-1 to 1/,
    ],
    [
      'a boost under −1',
      (b) => Object.assign(rule(b, 1).then.boost!, { by: -1.1 }),
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
      /after from/,
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
      /now be "dryness"/,
    ],
    [
      'a value that the field does not have',
      (b) => Object.assign(rule(b), { when: { field: 'ageRange', in: ['OLD'] } }),
      `${at}/rules/0/when/in/0`,
      /UNDER_16/,
    ],
    [
      'a color type that is not known',
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
