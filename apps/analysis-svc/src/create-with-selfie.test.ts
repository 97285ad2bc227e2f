import { type AnalysisSettings, DEFAULT_ANALYSIS_SETTINGS, type Step } from '@svc/domain';
import { json, ServiceError, sha256 } from '@svc/kit';
import { type TestDatabase, testDatabase, testLogger } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ignoredSelfie, type SelfieFeatures, type SelfieOutcome } from './selfie/selfie-result.js';
import { step, version } from './testing/steps.js';
import type { AnalysisRecord } from './usecases/analysis-record.js';
import { createAnalysis } from './usecases/create-analysis.js';
import { getAnalysis } from './usecases/get-analysis.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'analysis', migrationsDirectory: new URL('./migrations/', import.meta.url) });
});
afterAll(() => test.drop());

const MEASURED: SelfieFeatures = {
  hairColor: { value: 'BROWN', confidence: 0.3, lab: [27, 7, 12] },
  eyeColor: { value: 'BLUE', confidence: 0.4 },
  skinColor: { value: 'FAIR', confidence: 0.6 },
  skinUndertone: { value: 'COOL', confidence: 0.3 },
};
const used = (features = MEASURED): SelfieOutcome => ({
  status: 'USED',
  reason: null,
  features,
  modelVersion: 'face/1',
});
const STEPS = [
  step(1, 'HAIR_COLOR', { required: false }),
  step(2, 'EYE_COLOR', { required: false }),
  step(3, 'SKIN_COLOR', { required: false }),
  step(4, 'SKIN_UNDERTONE', { required: false }),
  step(5, 'SELFIE', { required: false }),
  step(6, 'AGE', { required: false }),
];

interface Given {
  body?: Record<string, unknown>;
  /** The result of the analyzer; false: no selfie is sent. */
  analyze?: false | (() => Promise<SelfieOutcome>);
  settings?: Partial<AnalysisSettings>;
  selfie?: Partial<AnalysisSettings['selfie']>;
  steps?: Step[];
  idempotencyKey?: string;
}

/** Creates an analysis with the given fake analyzer and reads its stored record. */
async function create({ body = {}, analyze = async () => used(), steps = STEPS, ...given }: Given = {}) {
  const calls: string[] = [];
  const selfies = {
    check: async () => void calls.push('check'),
    analyze: () => {
      calls.push('analyze');
      return (analyze || (() => expect.fail()))();
    },
  };
  const versions = { get: async () => version({ steps }), isLoaded: () => true };
  const settings = {
    ...DEFAULT_ANALYSIS_SETTINGS,
    ...given.settings,
    selfie: { ...DEFAULT_ANALYSIS_SETTINGS.selfie, ...given.selfie },
  };
  const target = { companyId: 'company-1', funnelId: 'funnel-1', versionId: 'version-1', isPreview: false };
  const deps = { db: test.database.knex, log: testLogger(), versions, selfies };
  const { response, replayed } = await createAnalysis(
    { ...deps, resolveSubmission: async () => ({ ...target, superseded: false, settings }) },
    {
      apiKeyHash: sha256('key'),
      funnelId: 'funnel-1',
      createdWithVersionId: undefined,
      idempotencyKey: given.idempotencyKey,
      body: { funnelId: 'funnel-1', ...body },
      selfie: analyze ? { data: Buffer.from('picture'), declaredType: 'jpeg' } : undefined,
    },
  );
  const answer = json.decode<{ id: string; payload_warnings?: string[] }>(response);
  const record: AnalysisRecord = await getAnalysis(
    { ...deps, listFunnels: async () => new Map([['funnel-1', 'quiz']]) },
    'company-1',
    answer.id,
  );
  return { answer, record, calls, replayed };
}

describe('answers filled from a selfie (docs/color-method.md A1.2, A1.3)', () => {
  it('only missing answers are filled: an answer always takes precedence; value, confidence and color are kept (A5.5, A7.5)', async () => {
    const { record } = await create({ body: { hairColor: 'RED', skinUndertone: 'WARM' } });
    expect(record.answers).toMatchObject({
      hairColor: 'RED',
      eyeColor: 'BLUE',
      skinColor: 'FAIR',
      skinUndertone: 'WARM',
    });
    expect(record.filledFromSelfie).toEqual(['eyeColor', 'skinColor']);
    expect(record.selfie).toMatchObject({
      sent: true,
      status: 'USED',
      reason: null,
      modelVersion: 'face/1',
      features: {
        hairColor: { value: 'BROWN', confidence: 0.3, lab: [27, 7, 12], filled: false },
        eyeColor: { value: 'BLUE', confidence: 0.4, filled: true },
        skinColor: { value: 'FAIR', confidence: 0.6, filled: true },
      },
    });
  });

  it('the color type uses a filled answer with its lower certainty (A7.5)', async () => {
    const body = { skinUndertone: 'WARM', hairColor: 'RED' };
    const answered = await create({ body: { ...body, eyeColor: 'BLUE', skinColor: 'FAIR' }, analyze: false });
    const { record } = await create({ body });
    expect(record.color?.axes).toEqual(answered.record.color?.axes);
    expect(record.color?.type).toBe(answered.record.color?.type);
    const evidence = 0.35 + 0.3 + 0.15 * 0.4 + 0.2 * 0.6;
    expect(record.color?.confidence).toBeCloseTo((answered.record.color?.confidence as number) * evidence, 10);
  });

  it('the undertone is filled only if the company enabled it; otherwise it is not stored', async () => {
    const off = await create();
    expect(off.record.answers).not.toHaveProperty('skinUndertone');
    expect(off.record.selfie.features).not.toHaveProperty('skinUndertone');
    const on = await create({ selfie: { undertone: true } });
    expect(on.record.filledFromSelfie).toEqual(['hairColor', 'eyeColor', 'skinColor', 'skinUndertone']);
  });

  it('features that the funnel does not ask for are filled if it asks for a selfie', async () => {
    const { record } = await create({
      steps: [step(5, 'SELFIE'), step(4, 'SKIN_UNDERTONE')],
      body: { skinUndertone: 'COOL' },
    });
    expect(record.filledFromSelfie).toEqual(['hairColor', 'eyeColor', 'skinColor']);
    expect(record.color?.type).not.toBeNull();
  });
});

describe('an ignored selfie never prevents storing the answers', () => {
  const body = { hairColor: 'RED', eyeColor: 'BROWN', skinColor: 'LIGHT', skinUndertone: 'WARM' };

  it.each(['NO_FACE', 'SEVERAL_FACES', 'BLURRED', 'TIMEOUT', 'MODEL_UNAVAILABLE'] as const)(
    '%s: the analysis is stored with the reason, and the answer says nothing of it (docs/contract.md C8.7, C9.10)',
    async (reason) => {
      const plain = await create({ body, analyze: false });
      const { answer, record } = await create({ body, analyze: async () => ignoredSelfie(reason, 'face/1') });
      expect(record.selfie).toMatchObject({ sent: true, status: 'IGNORED', reason, features: {} });
      expect(record.selfie.explanation).toMatch(/\.$/);
      expect([record.answers, record.color]).toEqual([plain.record.answers, plain.record.color]);
      expect({ ...answer, id: '' }).toEqual({ ...plain.answer, id: '' });
    },
  );

  it('an unexpected failure of the analyzer is MODEL_UNAVAILABLE', async () => {
    const { record } = await create({ analyze: () => Promise.reject(new TypeError('x is not a function')) });
    expect(record.selfie).toMatchObject({ status: 'IGNORED', reason: 'MODEL_UNAVAILABLE', modelVersion: null });
  });

  it.each(['INVALID_SELFIE', 'UNAVAILABLE'] as const)(
    '%s is the only kind of failure that fails the request',
    async (code) => {
      const failing = create({ analyze: () => Promise.reject(new ServiceError(code, 'no')) });
      await expect(failing).rejects.toMatchObject({ code });
    },
  );

  it('the response does not depend on whether the selfie was used or what it showed', async () => {
    const responses = await Promise.all(
      [used(), used({}), ignoredSelfie('NO_FACE')].map(async (outcome) => {
        const { answer } = await create({ analyze: async () => outcome });
        return { ...answer, id: '' };
      }),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });
});

describe('without a selfie', () => {
  it('no process starts, and no selfie outcome is stored', async () => {
    const { record, calls } = await create({ body: { hairColor: 'RED', selfieConsent: true }, analyze: false });
    expect(calls).toEqual([]);
    expect(record.selfie).toMatchObject({ sent: false, modelVersion: null, status: null, reason: null, consent: true });
    expect(await test.owner('analyses').where({ id: record.id }).first('selfie')).toEqual({ selfie: null });
  });
});

describe('selfies that must not be analyzed (docs/reliability.md R10.5)', () => {
  it('a selfie of a visitor under 16 is checked but not analyzed, with a warning (C8.8)', async () => {
    const { record, calls, answer } = await create({ body: { ageRange: 'UNDER_16', selfieConsent: true } });
    expect(calls).toEqual(['check']);
    expect(record.selfie).toMatchObject({ modelVersion: null, reason: 'NOT_ANALYSED_UNDER_16', consent: true });
    expect(answer.payload_warnings).toEqual(['selfie was not analyzed because ageRange is UNDER_16.']);
  });

  it('if the company requires consent, a selfie without consent is checked but not analyzed, with a warning', async () => {
    const selfie = { requireConsent: true };
    const without = await create({ selfie });
    expect(without.calls).toEqual(['check']);
    expect(without.record.selfie).toMatchObject({ reason: 'NO_CONSENT', consent: null, consentVersion: null });
    expect(without.answer.payload_warnings).toEqual([expect.stringMatching(/^selfie was not analyzed.*selfieConsent/)]);
    const agreed = await create({ selfie, body: { selfieConsent: true, selfieConsentVersion: '2026-11' } });
    expect(agreed.calls).toEqual(['analyze']);
    expect(agreed.record.selfie).toMatchObject({ status: 'USED', consent: true, consentVersion: '2026-11' });
    expect(agreed.answer.payload_warnings).toBeUndefined();
  });

  it('a selfie is not analyzed if the funnel has no SELFIE step (C8.13)', async () => {
    const { record, calls } = await create({ steps: [step(1, 'HAIR_COLOR', { required: false })] });
    expect(calls).toEqual(['check']);
    expect(record.selfie.reason).toBe('NOT_ASKED_FOR');
  });
});

describe('the taxonomy of the company', () => {
  it('determines the types of its analyses and is stored with them', async () => {
    const body = { hairColor: 'RED', eyeColor: 'BROWN', skinColor: 'LIGHT', skinUndertone: 'WARM' };
    const { record } = await create({ body, analyze: false, settings: { colorTaxonomy: 'SEASONS_4' } });
    expect(record.color).toMatchObject({ taxonomy: 'SEASONS_4', type: 'AUTUMN', mappingVersion: 'seasons-4/1' });
    expect(Object.keys(record.color?.scores ?? {}).sort()).toEqual(['AUTUMN', 'SPRING', 'SUMMER', 'WINTER']);
    const total = Object.values(record.color?.contributions ?? {}).flatMap((axis) => Object.values(axis));
    expect(total.reduce((sum, part) => sum + part, 0)).toBeCloseTo(record.color?.closeness as number, 12);
  });
});

describe('a retry with the same Idempotency-Key', () => {
  it('is replayed without analyzing the selfie again', async () => {
    const first = await create({ idempotencyKey: 'selfie-1' });
    const again = await create({ idempotencyKey: 'selfie-1' });
    expect(again).toMatchObject({ replayed: true, calls: [], answer: first.answer });
  });
});
