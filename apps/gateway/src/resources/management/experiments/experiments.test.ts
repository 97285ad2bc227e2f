import { EXPERIMENT_MEASURES, type ExperimentKindName } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import {
  type Experiment,
  ExperimentEnd,
  ExperimentGuard,
  ExperimentKind,
  ExperimentMeasure,
  ExperimentOutcome,
  ExperimentState,
  type FunnelTestState,
  type SetFunnelTestRequest,
} from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { requestExamples } from './experiment-examples.js';
import { getMeasureDefinition } from './measure-definitions.js';

const START = new Date('2026-11-20T09:00:00Z');
const ID = '6jKd2LmNs9QrT4vWxY7zAb';
const arm = (key: string, versionId: string) => ({
  ...{ key, name: `=${key}`, weight: 1, versionId, settingsJson: Buffer.alloc(0) },
});
const experiment: Experiment = {
  ...{ experimentId: ID, revision: 3, salt: 'secret-salt', currency: 'EUR', createTime: START },
  design: {
    ...{ name: '=Test', kind: ExperimentKind.EXPERIMENT_KIND_QUESTIONNAIRE, funnelId: 'funnel-1' },
    ...{ hypothesis: 'More.', primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE },
    ...{ minimumEffect: 0.03, arms: [arm('A', 'v1'), arm('B', 'v2')] },
  },
  state: ExperimentState.EXPERIMENT_STATE_DRAFT,
  plan: { plannedUnits: 7_000, unitsPerWeek: 199 },
  end: ExperimentEnd.EXPERIMENT_END_UNSPECIFIED,
};

let tests: FunnelTestState[] = [];
let given = experiment;
let keepsVisitors = false;
let state = ExperimentState.EXPERIMENT_STATE_DRAFT;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({
          ...{ companyId: 'company-1', name: 'Glow', language: 'de', currency: 'EUR', timeZone: 'Europe/Berlin' },
          keepsVisitors,
        }),
        describeVersion: async ({ versionId }) => {
          if (!/^v\d$/.test(versionId)) throw new ServiceError('VERSION_NOT_FOUND', 'No such version.');
          return { stepsJson: Buffer.from('[]') };
        },
      },
      funnel: {
        getCompanyState: async () => ({
          ...{ version: 1, language: 'de' },
          funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty', archived: false, paused: false }] as never,
        }),
      },
      funnelTests: {
        setFunnelTest: async () => ({}),
        endFunnelTest: async () => ({}),
        listFunnelTests: async () => ({ tests }),
      },
      experiments: {
        createExperiment: async ({ design }) => ({ experiment: { ...experiment, ...(design ? { design } : {}) } }),
        listExperiments: async () => ({ experiments: [experiment], nextPageToken: 'next' }),
        getExperiment: async ({ experimentId }) => {
          if (experimentId !== ID) throw new ServiceError('NOT_FOUND', 'There is no such test.');
          return { experiment: { ...given, state } };
        },
        updateExperiment: async ({ design }) => ({ experiment: { ...experiment, ...(design ? { design } : {}) } }),
        startExperiment: async () => ({
          experiment: {
            ...given,
            state: ExperimentState.EXPERIMENT_STATE_RUNNING,
            startTime: START,
            countTime: START,
          },
        }),
        stopExperiment: async () => ({
          experiment: {
            ...{ ...experiment, state: ExperimentState.EXPERIMENT_STATE_STOPPED },
            ...{ endTime: START, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
          },
        }),
        getExperimentResults: async () => ({
          experiment,
          results: {
            exposures: [{ arm: 'A', units: 12, firstStepMs: 800 }],
            ...{ ratioPValue: 1, isRatioAlarm: false, fullDays: 3, timeZone: 'Europe/Berlin', asOfTime: START },
            measures: [
              {
                ...{ measure: ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE, isPrimary: true, alpha: 0.05 },
                arms: [
                  { arm: 'A', units: 9, openUnits: 0, successes: 3, value: 0.33, sentenceEn: '', sentenceDe: '' },
                  {
                    ...{ arm: 'B', units: 9, openUnits: 0, successes: 4, value: 0.44, difference: 0.11, low: 0 },
                    ...{ high: 0.2, outcome: ExperimentOutcome.EXPERIMENT_OUTCOME_UNDECIDED },
                    ...{ sentenceEn: 'Not decided yet.', sentenceDe: 'Noch nicht entschieden.' },
                  },
                ],
              },
            ],
            guards: [
              {
                guard: ExperimentGuard.EXPERIMENT_GUARD_REFUNDS,
                arms: [
                  { arm: 'A', units: 200, cases: 10, isWorse: false },
                  { arm: 'B', units: 0, cases: 0, isWorse: false },
                ],
              },
            ],
            splitCheck: { checkTime: START, units: 400, isAlarm: false, low: -0.1, high: 0.2 },
            days: [
              {
                ...{ day: '2026-11-20', arm: 'A', measure: ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE },
                ...{ units: 9, successes: 3, sum: 3, sumOfSquares: 3 },
              },
            ],
          },
        }),
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  given = experiment;
  keepsVisitors = false;
  tests = [];
  state = ExperimentState.EXPERIMENT_STATE_DRAFT;
  for (const name of Object.keys(gateway.services.calls)) gateway.services.calls[name] = [];
});

const ask = (path: string, method = 'GET', body?: unknown) =>
  gateway.ask(`/api/admin/v1/companies/glow/experiments${path}`, {
    method,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const sent = (name: string) => gateway.services.calls[name]?.at(-1);
/** An arm of which the second operation adds tags. */
const tagged = (add: string[]) => ({
  settings: {
    tagging: [
      { kind: 'product', id: 'P1', add: ['a:b'], remove: [] },
      { kind: 'variant', id: 'V1', add, remove: [] },
    ],
  },
});
const versions = { ...requestExamples.questionnaire, arms: [{ versionId: 'v1' }, { versionId: 'v2', weight: 3 }] };

describe('tests of funnels (docs/insight.md N13)', () => {
  it('a draft is made of what is known, with keys by place; fewer than 200 units a week are said (docs/dashboard.md Y53.2)', async () => {
    const { status, json } = await ask('', 'POST', versions);
    expect([status, json.id, json.funnel, json.state]).toEqual([201, ID, 'beauty', 'DRAFT']);
    expect(json.arms).toEqual([
      { key: 'A', name: '', weight: 1, versionId: 'v1', settings: null },
      { key: 'B', name: '', weight: 3, versionId: 'v2', settings: null },
    ]);
    expect(json.plan).toEqual({
      ...{ plannedUnits: 7_000, unitsPerWeek: 199, days: null, baseline: null, isUnlikelyToDecide: true },
    });
    expect(JSON.stringify(json)).not.toContain('salt');
    const least = await ask('', 'POST', { name: 'Later', kind: 'MATCHING', funnel: 'beauty' });
    expect([least.status, least.json.primaryMeasure, least.json.arms]).toEqual([201, 'CLICK_RATE', []]);
  });

  it.each([
    ['/arms/1/versionId', { ...versions, arms: [{ versionId: 'v1' }, { versionId: 'foreign' }] }],
    ['/arms/0/settings', { ...versions, arms: [{ versionId: 'v1', settings: { learning: false } }] }],
    ['/arms/0/versionId', { ...requestExamples.matching, arms: [{ versionId: 'v1' }] }],
    ['/arms/0/weight', { ...versions, arms: [{ versionId: 'v1', weight: 0 }] }],
    [
      '/arms/0/settings/tagging/1/add/0',
      { ...requestExamples.matching, arms: [tagged(['a:b']), tagged(['no tag'])].reverse() },
    ],
    ['/arms/1/settings/tagging', { ...requestExamples.matching, arms: [{}, { settings: { tagging: [] } }] }],
    ['/kind', { ...versions, kind: 'REDIRECT' }],
    ['/funnel', { ...requestExamples.holdout, funnel: 'beauty' }],
    ['/funnel', { ...versions, funnel: undefined }],
    ['/arms/0', { ...requestExamples.holdout, arms: [{ versionId: 'v1' }, {}] }],
    ['/arms/1', { ...requestExamples.holdout, arms: [{}, { settings: { learning: false } }] }],
    ['/winner', { ...versions, winner: 'B' }],
  ])('a wrong %s is refused and named', async (path, body) => {
    const { status, json } = await ask('', 'POST', body);
    expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect((json.details as { path: string }[]).map((one) => one.path)).toContain(path);
    expect(sent('createExperiment')).toBeUndefined();
  });

  it('an arm changes tags, and matches receive them (N13.15)', async () => {
    const { status, json } = await ask('', 'POST', { ...requestExamples.matching, arms: [{}, tagged(['a:c'])] });
    expect([status, json.arms]).toMatchObject([201, [{ settings: null }, tagged(['a:c'])]]);
    const { design } = sent('createExperiment') as { design: NonNullable<Experiment['design']> };
    given = { ...experiment, design };
    await ask(`/${ID}/start`, 'POST');
    const { testJson } = sent('setFunnelTest') as SetFunnelTestRequest;
    expect(JSON.parse(Buffer.from(testJson).toString()).arms[1]).toEqual({ key: 'B', weight: 1, ...tagged(['a:c']) });
  });

  it('a change is merged with the revision that was read', async () => {
    const { status, json } = await ask(`/${ID}`, 'PATCH', { minimumEffect: 0.02 });
    expect([status, json.minimumEffect, json.hypothesis]).toEqual([200, 0.02, 'More.']);
    expect(sent('updateExperiment')).toMatchObject({ expectedRevision: 3, archive: false });
    await ask(`/${ID}`, 'PATCH', { archived: true, revision: 2 });
    expect(sent('updateExperiment')).toMatchObject({ expectedRevision: 2, archive: true });
  });

  it('starts with the currency of the company, with or without a body, and stops', async () => {
    expect((await ask(`/${ID}/start`, 'POST')).json.state).toBe('RUNNING');
    expect(sent('startExperiment')).toMatchObject({ dryCheck: false, currency: 'EUR' });
    await ask(`/${ID}/start`, 'POST', { dryCheck: true });
    expect(sent('startExperiment')).toMatchObject({ dryCheck: true });
    const { json } = await ask(`/${ID}/stop`, 'POST');
    expect([json.state, json.endedAt, json.endReason]).toEqual(['STOPPED', START.toISOString(), 'STOPPED']);
  });

  it('a start puts the test in force where pages read it, a stop ends it there', async () => {
    await ask(`/${ID}/start`, 'POST');
    const { companyId, funnelId, testJson } = sent('setFunnelTest') as SetFunnelTestRequest;
    expect([companyId, funnelId, JSON.parse(Buffer.from(testJson).toString())]).toEqual([
      ...['company-1', 'funnel-1'],
      {
        ...{ id: ID, kind: 'QUESTIONNAIRE', salt: 'secret-salt', countsFrom: START.toISOString() },
        arms: [
          { key: 'A', weight: 1, versionId: 'v1' },
          { key: 'B', weight: 1, versionId: 'v2' },
        ],
      },
    ]);
    await ask(`/${ID}/stop`, 'POST');
    expect(sent('endFunnelTest')).toEqual({ companyId: 'company-1', experimentId: ID });
  });

  it('a holdout has no funnel, and starts only where visitors are kept (N14.1, N14.2)', async () => {
    const { status, json } = await ask('', 'POST', requestExamples.holdout);
    expect([status, json.kind, json.funnel, json.primaryMeasure]).toEqual([201, 'HOLDOUT', null, 'REVENUE_PER_UNIT']);
    const { design } = sent('createExperiment') as { design: NonNullable<Experiment['design']> };
    given = { ...experiment, design };
    const refused = await ask(`/${ID}/start`, 'POST');
    expect([refused.status, refused.json.error, sent('startExperiment')]).toEqual([409, 'CONFLICT', undefined]);
    expect(refused.json.message).toContain('settings.tracking.visitId must be STORAGE');
    keepsVisitors = true;
    expect((await ask(`/${ID}/start`, 'POST')).json.state).toBe('RUNNING');
    const { funnelId, testJson } = sent('setFunnelTest') as SetFunnelTestRequest;
    expect([funnelId, JSON.parse(Buffer.from(testJson).toString())]).toMatchObject([
      '',
      {
        kind: 'HOLDOUT',
        arms: [
          { key: 'A', weight: 1 },
          { key: 'B', weight: 9 },
        ],
      },
    ]);
  });

  it('takes every measure that insight-svc has, and none is without a definition of its units (N13.14)', () => {
    const of = (kind: ExperimentKindName) =>
      EXPERIMENT_MEASURES[kind].map((measure) => getMeasureDefinition(kind, measure));
    expect(of('QUESTIONNAIRE').filter((text) => text.includes('visits'))).toHaveLength(3);
    expect(of('MATCHING').some((text) => text.includes('visits'))).toBe(false);
    expect(of('HOLDOUT').every((text) => text.includes('visitors'))).toBe(true);
  });

  it('a test whose part was published is ended with that time (N13.8)', async () => {
    state = ExperimentState.EXPERIMENT_STATE_RUNNING;
    tests = [{ experimentId: ID }];
    await ask(`/${ID}`);
    expect(sent('stopExperiment')).toBeUndefined();
    tests = [{ experimentId: ID, endTime: START }];
    await ask(`/${ID}`);
    expect(sent('stopExperiment')).toMatchObject({ end: 'EXPERIMENT_END_PUBLISHED', endTime: START });
  });

  it('lists in pages, also of one funnel', async () => {
    const { json } = await ask('?limit=1&funnel=beauty');
    expect([(json.data as unknown[]).length, json.nextCursor]).toEqual([1, 'next']);
    expect(sent('listExperiments')).toMatchObject({ pageSize: 1, funnelId: 'funnel-1' });
    expect((await ask('?funnel=unknown')).status).toBe(404);
    expect((await ask('/unknown')).status).toBe(404);
  });

  it('results state roles, intervals and sentences; the table takes no cell for a formula (N12.5)', async () => {
    const { json } = await ask(`/${ID}/results`);
    expect(json).toMatchObject({
      arms: [{ key: 'A', name: '=A', units: 12, timeToFirstStepMs: 800 }],
      ratio: { pValue: 1, isAlarm: false },
      measures: [
        {
          ...{ measure: 'COMPLETION_RATE', role: 'PRIMARY', confidence: 0.95 },
          arms: [
            { key: 'A', difference: null, outcome: null, sentence: null },
            { key: 'B', difference: { value: 0.11, low: 0, high: 0.2 }, outcome: 'UNDECIDED' },
          ],
        },
      ],
    });
    expect(json).toMatchObject({
      guards: [
        {
          guard: 'REFUNDS',
          arms: [
            { key: 'A', units: 200, cases: 10, share: 0.05, difference: null, isWorse: false },
            { key: 'B', units: 0, cases: 0, share: null, difference: null, isWorse: false },
          ],
        },
      ],
      splitCheck: { units: 400, isAlarm: false, difference: { low: -0.1, high: 0.2 } },
    });
    const { text, headers } = await ask(`/${ID}/results.csv`);
    expect(headers['content-disposition']).toBe(`attachment; filename="test-${ID}.csv"`);
    expect(text.startsWith('\uFEFF"Definition"')).toBe(true);
    expect(text).toContain(`"Test","'=Test"\r\n`);
    expect(text).toContain('"Currency","EUR"\r\n');
    expect(text.endsWith('"2026-11-20","A","COMPLETION_RATE","9","3","3","3"\r\n')).toBe(true);
  });
});
