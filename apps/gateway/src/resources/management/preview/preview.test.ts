import { json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMessage, explanationMessage } from '../../../testing/report-messages.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import {
  matchPreviewExample,
  resultPageEffectExample,
  ruleEffectsExample,
  stepProbeExample,
} from './preview-examples.js';
import { MAX_PARTS_BYTES } from './preview-schema.js';

const FUNNEL = '/api/admin/v1/companies/glow/funnels/beauty';
const ANSWERS = { skinColor: 'LIGHT', selectionValues: [{ stepId: 12, selectedKey: 'redness' }] };

const DRAFT = {
  companyId: 'company-1',
  funnelId: 'funnel-1',
  version: { $case: 'versionId' as const, value: 'v1' },
  settingsJson: json.encode({}),
};

let gateway: TestGateway;
beforeEach(async () => {
  const card = { ...matchPreviewExample.cards.V2041, available: true };
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
      },
      releases: {
        prepareDraft: async () => ({ funnel: DRAFT, publishedVersionId: 'v1' }),
        getRuleEffects: async () => ({
          date: ruleEffectsExample.date,
          analyses: 500,
          rules: ruleEffectsExample.rules.map(({ requires: _, boosts: _b, pins: _p, ...rule }) => rule),
          tabs: resultPageEffectExample.tabs,
        }),
      },
      preview: {
        probeStep: async () => stepProbeExample,
        previewMatch: async ({ variantIds }) => ({
          matchJson: json.encode({ resultPage: false, variants: ['V2041'], tabs: [] }),
          explanation: variantIds.length > 0 ? { ...explanationMessage, versions: undefined } : undefined,
        }),
      },
      variants: { getVariants: async () => ({ variants: [card] }) },
    },
  });
});
afterEach(() => gateway.stop());

const ask = (path: string, body?: unknown) =>
  gateway.ask(`${FUNNEL}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${PLATFORM_TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const sent = (method: string) => gateway.services.calls[method]?.[0] as Record<string, Uint8Array>;

describe('POST …/funnels/{subdomain}/probe', () => {
  it('counts the options of a step with the parts and answers of the request', async () => {
    const steps = [{ id: 12, type: 'SINGLE_SELECTION', selections: [{ key: 'redness' }] }];
    const answer = await ask('/probe', {
      parts: { steps, matching: {} },
      answers: ANSWERS,
      stepId: 12,
      colorType: 'TRUE_SPRING',
    });
    expect([answer.status, answer.json]).toEqual([200, stepProbeExample]);
    const parts = json.decode<Record<string, unknown>>(sent('prepareDraft').partsJson!);
    expect(parts).toMatchObject({
      published: {
        steps: [{ key: 'step_12', orderNumber: 0, selections: [{ key: 'redness', caption: { default: 'redness' } }] }],
      },
      matching: { rules: [] },
    });
    expect(sent('probeStep')).toMatchObject({
      stepId: 12,
      hasSelfie: false,
      hasContact: false,
      funnel: { funnelId: 'funnel-1' },
    });
    expect(json.decode(sent('probeStep').answersJson!)).toEqual(ANSWERS);
    expect(json.decode(sent('probeStep').colorJson!)).toEqual({ type: 'TRUE_SPRING', scores: { TRUE_SPRING: 1 } });
  });

  it.each([
    [{}, '/stepId'],
    [{ stepId: 1, answers: { skinColor: 'PINK' } }, '/answers/skinColor'],
    [{ stepId: 1, parts: { tagging: {} } }, '/parts/tagging'],
    [{ stepId: 1, colorType: 'PURPLE' }, '/colorType'],
  ])('%j is refused at %s, and nothing is asked for', async (body, path) => {
    const answer = await ask('/probe', body);
    expect([answer.status, answer.json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.json.details).toMatchObject([{ path }]);
    expect(gateway.services.calls.prepareDraft).toBeUndefined();
  });

  it('problems of the parts are named by their place in the request', async () => {
    gateway.services.handlers.releases.prepareDraft = async () => {
      const details = [
        { path: '/published/steps/3/showWhen', message: 'There is no step 9.' },
        { path: '/matching/rules/0/when/step', message: 'There is no step 9.' },
      ];
      throw new ServiceError('INVALID_REQUEST', 'Nothing was computed.', { details });
    };
    const { json: body } = await ask('/probe', { stepId: 1, parts: { matching: {} } });
    expect(body.details).toMatchObject([
      { path: '/parts/steps/3/showWhen' },
      { path: '/parts/matching/rules/0/when/step' },
    ]);
  });

  it('a body over the limit is 413', async () => {
    const parts = { matching: { rules: [{ key: 'x'.repeat(MAX_PARTS_BYTES) }] } };
    expect((await ask('/probe', { stepId: 1, parts })).status).toBe(413);
  });
});

describe('POST …/funnels/{subdomain}/preview-match', () => {
  it('shows the match with cards, and the trace of the variants that are asked for', async () => {
    const answer = await ask('/preview-match', { answers: ANSWERS, explain: ['V1007', 'V1007'], locale: 'de' });
    expect([answer.status, answer.json]).toEqual([200, matchPreviewExample]);
    expect(sent('previewMatch')).toMatchObject({ variantIds: ['V1007'], locale: 'de' });
    expect(sent('getVariants')).toEqual({ companyId: 'company-1', variantIds: ['V2041', 'V1007'] });
    expect((await ask('/preview-match', { answers: {} })).json.explanation).toBeNull();
  });

  it('takes the answers and the color type of a stored analysis of the funnel', async () => {
    const input = {
      companyId: 'company-1',
      funnelId: 'funnel-1',
      versionId: 'v1',
      isPreview: false,
      hasSelfie: true,
      hasContact: false,
      answersJson: json.encode(ANSWERS),
      colorJson: json.encode({ type: 'TRUE_SPRING', scores: {} }),
    };
    gateway.services.handlers.analysis.getMatchingInput = async () => ({ input });
    expect((await ask('/preview-match', { analysisId: 'A1' })).status).toBe(200);
    expect(sent('previewMatch')).toMatchObject({ hasSelfie: true, hasContact: false });
    expect(json.decode(sent('previewMatch').answersJson!)).toEqual(ANSWERS);
    gateway.services.handlers.analysis.getMatchingInput = async () => ({ input: { ...input, funnelId: 'another' } });
    expect((await ask('/preview-match', { analysisId: 'A1' })).status).toBe(404);
    gateway.services.handlers.analysis.getMatchingInput = async () => {
      throw new ServiceError('NOT_FOUND', 'Another sentence.');
    };
    expect((await ask('/preview-match', { analysisId: 'A2' })).status).toBe(404);
  });

  it('shows the match without cards while the catalog does not answer', async () => {
    gateway.services.handlers.variants.getVariants = async () => {
      throw new ServiceError('UNAVAILABLE', 'No.');
    };
    const { status, json: body } = await ask('/preview-match', { answers: {} });
    expect([status, body.matchedVariants, body.cards]).toEqual([200, ['V2041'], {}]);
  });

  it.each([
    {},
    { answers: {}, analysisId: 'A1' },
    { analysisId: 'A1', colorType: 'TRUE_SPRING' },
    { answers: {}, locale: 'not a language' },
    { answers: {}, explain: Array.from({ length: 101 }, (_, index) => `V${index}`) },
  ])('%j is refused', async (body) => {
    expect((await ask('/preview-match', body)).status).toBe(400);
  });
});

describe('GET …/funnels/{subdomain}/rules/effect', () => {
  it('shows what each rule did; null where it has no such consequence', async () => {
    const answer = await ask('/rules/effect');
    expect([answer.status, answer.json]).toEqual([200, ruleEffectsExample]);
    expect(sent('getRuleEffects')).toEqual({ companyId: 'company-1', subdomain: 'beauty', analyses: 500 });
  });

  it.each(['0', '2001', 'x', ''])('last=%s is INVALID_QUERY', async (last) => {
    const answer = await ask(`/rules/effect?last=${last}`);
    expect([answer.status, answer.json.error]).toEqual([400, 'INVALID_QUERY']);
  });
});

describe('POST …/funnels/{subdomain}/check with parts', () => {
  beforeEach(() => {
    gateway.services.handlers.matcherAdmin.checkFunnel = async function* () {
      yield { event: { $case: 'report' as const, value: checkMessage } };
    };
  });

  it('steps that are not saved are checked against the published version', async () => {
    const stepsJson = json.encode([]);
    gateway.services.handlers.releases.prepareDraft = async () => ({
      funnel: { ...DRAFT, version: { $case: 'stepsJson', value: stepsJson } },
      publishedVersionId: 'v1',
    });
    expect((await ask('/check', { parts: { steps: [] } })).status).toBe(200);
    expect(sent('checkFunnel')).toMatchObject({
      funnelId: 'funnel-1',
      version: { $case: 'stepsJson' },
      baselineVersionId: 'v1',
    });
  });

  it('settings that are not saved are checked with the named version', async () => {
    gateway.services.handlers.funnel.getCompanyState = async () => ({
      version: 1,
      language: 'en',
      funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty', archived: false, publishedVersionId: 'v1' }],
    });
    expect((await ask('/check', { version: 'published', parts: { matching: {} } })).status).toBe(200);
    expect(sent('checkFunnel')).toMatchObject({ version: { value: 'v1' }, baselineVersionId: 'v1' });
    expect(sent('checkFunnel').settingsJson).toBeDefined();
  });
});

describe('GET …/funnels/{subdomain}/result-page/effect', () => {
  it('shows what each tab held', async () => {
    const answer = await ask('/result-page/effect?last=500');
    expect([answer.status, answer.json]).toEqual([200, resultPageEffectExample]);
    expect(sent('getRuleEffects')).toEqual({ companyId: 'company-1', subdomain: 'beauty', analyses: 500 });
  });
});
