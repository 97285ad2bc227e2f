import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { Permission } from '../../app/company.js';
import { readText, readTexts, renderPage } from '../../testing/render-page.testing.js';
import { Experiment } from './experiment.js';
import type { Results, Experiment as Test } from './queries.js';

const experiment: Test = {
  ...{ id: 't-1', name: 'Short quiz', kind: 'QUESTIONNAIRE', funnel: 'beauty', state: 'RUNNING', revision: 2 },
  ...{ hypothesis: 'More visitors finish.', primaryMeasure: 'COMPLETION_RATE', minimumEffect: 0.03 },
  arms: [
    { key: 'A', name: 'Today', weight: 1, versionId: 'v-1', settings: null },
    { key: 'B', name: 'Short', weight: 1, versionId: 'v-2', settings: null },
  ],
  plan: { plannedUnits: 7_003, unitsPerWeek: 350, days: 141, baseline: 0.3, isUnlikelyToDecide: false },
  ...{ revenueCap: null, currency: 'EUR', createdAt: '2026-11-20T08:00:00.000Z' },
  ...{ startedAt: '2026-11-20T09:00:00.000Z', countsFrom: '2026-11-20T09:00:00.000Z', endedAt: null, endReason: null },
};
const results: Results = {
  experiment,
  ...{ definition: '', timeZone: 'Europe/Berlin', fullDays: 10 },
  ...{ asOf: '2026-11-30T10:00:00.000Z', completeUntil: '2026-11-30T09:59:30.000Z' },
  arms: [
    { key: 'A', name: 'Today', units: 11_900, timeToFirstStepMs: 810 },
    { key: 'B', name: 'Short', units: 9_100, timeToFirstStepMs: 804 },
  ],
  ratio: { pValue: 1, isAlarm: false },
  measures: [
    {
      ...{ measure: 'COMPLETION_RATE', role: 'PRIMARY', definition: '', confidence: 0.95 },
      arms: [
        {
          ...{ key: 'A', units: 10_000, openUnits: 0, successes: 3_000, value: 0.3 },
          ...{ difference: null, outcome: null, sentence: null },
        },
        {
          ...{ key: 'B', units: 10_000, openUnits: 0, successes: 3_300, value: 0.33, outcome: 'DIFFERENT' },
          difference: { value: 0.03, low: 0.01, high: 0.05 },
          sentence: { en: 'B brings more completed quizzes.', de: 'B bringt mehr.' },
        },
      ],
    },
  ],
  ...{ additionalRevenue: null, guards: [], splitCheck: null, days: [] },
};

const render = (permissions: readonly Permission[], changes: Partial<Results> = {}, test: Test = experiment) =>
  renderPage(createElement(Experiment), {
    ...{ areas: ['experiments', 'figures', 'targets'], permissions, params: { experiment: 't-1' } },
    data: [
      [['experiments', 'glow', 't-1'], test],
      [['experiments', 'glow', 't-1', 'results'], { ...results, ...changes }],
    ],
  });
/** A button of the page itself by its text. */
const findButton = (html: string, text: string) =>
  html.match(/<button[\s\S]*?<\/button>/g)?.find((button) => readText(button) === text);

it('roles that may not start tests see them with all results (docs/dashboard.md Y53.3)', async () => {
  const html = await render(['insight.read']);
  expect(findButton(html, 'Stop')).toContain('disabled=""');
  expect(readText(html)).toContain('Administrators create, start and stop tests; editors if they may publish.');
  expect(readText(html)).toContain('B brings more completed quizzes.');
  expect(readTexts(html, 'table').length).toBeGreaterThan(1);
  expect(findButton(await render(['insight.read', 'experiment.write']), 'Stop')).not.toContain('disabled=""');
});

it('with an alarm of the shares there is no result, the screen says why that happens, and the figures are folded (docs/dashboard.md Y53.5)', async () => {
  const html = await render(['insight.read'], { ratio: { pValue: 0.0001, isAlarm: true } });
  const [before = '', folded = ''] = html.split('<details');
  expect(readText(before)).toContain('The arms do not have their shares of the units: there is no result');
  expect(readText(before)).toContain('Likely causes: one version fails or is slower on some devices');
  expect(readText(before)).not.toContain('B brings more completed quizzes.');
  expect(folded.slice(0, folded.indexOf('>'))).not.toContain('open');
  expect(readText(folded.slice(0, folded.indexOf('</details>')))).toContain('B brings more completed quizzes.');
  const usual = await render(['insight.read']);
  expect(readText(usual.split('<details')[0] ?? '')).toContain('B brings more completed quizzes.');
});
