import { EXPERIMENT_ID, OTHER_VERSION_ID, VERSION_ID } from '../../../openapi/example-ids.js';
import type { ExperimentBody, ExperimentResultsBody } from './experiment-schema.js';
import { GUARD_DEFINITIONS, MEASURE_DEFINITIONS, RESULTS_DEFINITION, SPLIT_DEFINITION } from './measure-definitions.js';

const shared = {
  name: 'Short questionnaire',
  kind: 'QUESTIONNAIRE',
  funnel: 'beauty',
  hypothesis: 'With fewer questions, more visitors finish.',
  primaryMeasure: 'COMPLETION_RATE',
  minimumEffect: 0.03,
} as const;

export const requestExamples = {
  questionnaire: {
    ...shared,
    arms: [
      { name: 'Today', weight: 1, versionId: VERSION_ID },
      { name: 'Short', weight: 1, versionId: OTHER_VERSION_ID },
    ],
  },
  matching: {
    ...{ name: 'Without Funnel AI', kind: 'MATCHING', funnel: 'beauty', primaryMeasure: 'CLICK_RATE' },
    arms: [{ name: 'Today' }, { name: 'Without', settings: { learning: false } }],
  },
  holdout: {
    ...{ name: 'What the components bring', kind: 'HOLDOUT', primaryMeasure: 'REVENUE_PER_UNIT', minimumEffect: 0.2 },
    hypothesis: 'Shoppers with recommendations buy more.',
    arms: [
      { name: 'Without components', weight: 1 },
      { name: 'With components', weight: 9 },
    ],
  },
};

export const experimentExample: ExperimentBody = {
  ...{ id: EXPERIMENT_ID, ...shared, state: 'RUNNING', revision: 2 },
  arms: [
    { key: 'A', name: 'Today', weight: 1, versionId: VERSION_ID, settings: null },
    { key: 'B', name: 'Short', weight: 1, versionId: OTHER_VERSION_ID, settings: null },
  ],
  plan: { plannedUnits: 7_003, unitsPerWeek: 350, days: 141, baseline: 0.3, isUnlikelyToDecide: false },
  ...{ revenueCap: 189.9, currency: 'EUR' },
  ...{ createdAt: '2026-11-20T08:00:00.000Z', startedAt: '2026-11-20T09:00:00.000Z' },
  ...{ countsFrom: '2026-11-20T09:00:00.000Z', endedAt: null, endReason: null },
};

const interval = { value: 0.03, low: 0.01, high: 0.05 };

export const resultsExample: ExperimentResultsBody = {
  experiment: experimentExample,
  definition: RESULTS_DEFINITION,
  timeZone: 'Europe/Berlin',
  asOf: '2026-11-30T10:00:00.000Z',
  completeUntil: '2026-11-30T09:59:30.000Z',
  fullDays: 10,
  arms: [
    { key: 'A', name: 'Today', units: 11_900, timeToFirstStepMs: 810 },
    { key: 'B', name: 'Short', units: 11_960, timeToFirstStepMs: 804 },
  ],
  ratio: { pValue: 1, isAlarm: false },
  measures: [
    {
      ...{ measure: 'COMPLETION_RATE', role: 'PRIMARY', definition: MEASURE_DEFINITIONS.COMPLETION_RATE },
      confidence: 0.95,
      arms: [
        {
          ...{ key: 'A', units: 10_000, openUnits: 0, successes: 3_000, value: 0.3 },
          ...{ difference: null, outcome: null, sentence: null },
        },
        {
          ...{ key: 'B', units: 10_000, openUnits: 0, successes: 3_300, value: 0.33, difference: interval },
          outcome: 'DIFFERENT',
          sentence: {
            en: 'B brings 1.0 to 5.0 more completed quizzes per 100 started ones (95 %, valid at any time).',
            de: 'B bringt 1,0 bis 5,0 mehr abgeschlossene Fragebögen je 100 begonnene (95 %, jederzeit gültig).',
          },
        },
      ],
    },
  ],
  additionalRevenue: null,
  guards: [
    {
      ...{ guard: 'REFUNDS', definition: GUARD_DEFINITIONS.REFUNDS },
      arms: [
        { key: 'A', units: 820, cases: 41, share: 0.05, difference: null, isWorse: false },
        { key: 'B', units: 840, cases: 42, share: 0.05, difference: { low: -0.034, high: 0.034 }, isWorse: false },
      ],
    },
  ],
  splitCheck: {
    ...{ definition: SPLIT_DEFINITION, checkedAt: '2026-11-30T02:10:00.000Z', units: 23_400, isAlarm: false },
    difference: { low: -0.011, high: 0.013 },
  },
  days: [
    {
      ...{ day: '2026-11-21', arm: 'A', measure: 'COMPLETION_RATE', units: 1_000, successes: 300 },
      ...{ sum: 300, sumOfSquares: 300 },
    },
  ],
};

export const resultsCsvExample =
  '\uFEFF"Definition","Units of each arm, …"\r\n"Test","Short questionnaire"\r\n\r\n"day","arm","measure","units","successes","sum","sumOfSquares"\r\n' +
  '"2026-11-21","A","COMPLETION_RATE","1000","300","300","300"\r\n';
