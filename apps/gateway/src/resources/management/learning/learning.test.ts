import { ServiceError } from '@svc/kit';
import {
  BuildOutcome,
  ExplanationLanguage,
  type LearningReport,
  type ModelSummary,
  type Product,
  toCitedAnswer,
} from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const FUNNEL = '/api/admin/v1/companies/glow/funnels/beauty';
const model: ModelSummary = {
  version: 3,
  buildTime: new Date('2026-11-21T10:00:00Z'),
  untilDay: '2026-11-21',
  days: 2,
  sessions: 500,
  impressions: 5_000,
  variants: 30,
  options: 4,
  active: true,
  pinned: false,
};
const shown = { ...model, buildTime: undefined, builtAt: '2026-11-21T10:00:00.000Z' };
const { buildTime: _, ...expected } = shown;
const dry = { answers: [toCitedAnswer({ stepId: 12, key: 'dry' })], caption: 'Trockene Haut' };
const report: LearningReport = {
  language: ExplanationLanguage.EXPLANATION_LANGUAGE_DE,
  enabled: false,
  lastBuild: {
    outcome: BuildOutcome.BUILD_OUTCOME_NO_EVENTS,
    reason: 'Nothing.',
    endTime: new Date('2026-11-21T10:00:00Z'),
    sessions: 0,
    impressions: 0,
  },
  options: [{ ...dry, sessions: 40, learned: true }],
  lifts: [
    { ...dry, variantId: 'V1', times: 1.8, lambda: 0.587787 },
    { ...dry, variantId: 'V9', times: 0.62, lambda: -0.478 },
  ],
  popular: [{ variantId: 'V1', times: 2.31 }],
};
const product = (name: string, variants: Record<string, string>): Product => ({
  shopSystemId: 'P1',
  name,
  tags: [],
  variants: Object.entries(variants).map(([shopSystemId, variant]) => ({
    shopSystemId,
    name: variant,
    available: true,
    tags: [],
  })),
});

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'G', language: 'de', currency: 'CHF' }),
      },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'de',
          funnels: [
            { funnelId: 'funnel-1', subdomain: 'beauty', archived: false },
            { funnelId: 'funnel-0', subdomain: 'old', archived: true },
          ],
        }),
      },
      learning: {
        listModels: async () => ({ models: [model], nextPageToken: '3' }),
        buildModel: async () => ({ outcome: BuildOutcome.BUILD_OUTCOME_BUILT, model }),
        activateModel: async () => ({ model }),
        getLearningReport: async () => ({ report }),
      },
      catalogAdmin: {
        listProducts: async () => ({
          products: [product('Samt', { V1: 'Elfenbein', V10: 'Samt' })],
          nextPageToken: '',
        }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const ask = (path: string, method = 'GET') =>
  gateway.ask(path, { method, headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });

describe('Funnel AI for merchants. docs/matching.md M7', () => {
  it('GET …/models is a page of models', async () => {
    const { status, json: body } = await ask(`${FUNNEL}/models?limit=1&cursor=7`);
    expect([status, body]).toEqual([200, { data: [expected], nextCursor: '3' }]);
    expect(gateway.services.calls.listModels).toEqual([
      { companyId: 'company-1', funnelId: 'funnel-1', pageSize: 1, pageToken: '7' },
    ]);
    expect((await ask(`${FUNNEL}/models?limit=0`)).json.error).toBe('INVALID_QUERY');
  });

  it('POST …/models is 201 with a new model and 200 with the reason why there is none', async () => {
    const built = await ask(`${FUNNEL}/models`, 'POST');
    expect([built.status, built.json]).toEqual([201, { outcome: 'BUILT', reason: null, model: expected }]);
    gateway.services.handlers.learning.buildModel = async () => ({
      outcome: BuildOutcome.BUILD_OUTCOME_NO_EVENTS,
      reason: 'Nothing.',
    });
    const none = await ask(`${FUNNEL}/models`, 'POST');
    expect([none.status, none.json]).toEqual([200, { outcome: 'NO_EVENTS', reason: 'Nothing.', model: null }]);
    gateway.services.handlers.learning.buildModel = async () => {
      throw new ServiceError('CONFLICT', 'A model of this funnel is being built now.');
    };
    expect((await ask(`${FUNNEL}/models`, 'POST')).status).toBe(409);
  });

  it('POST …/models/{version}/activate takes a number or latest; anything else is 404', async () => {
    expect((await ask(`${FUNNEL}/models/3/activate`, 'POST')).json).toEqual(expected);
    await ask(`${FUNNEL}/models/latest/activate`, 'POST');
    const key = { companyId: 'company-1', funnelId: 'funnel-1' };
    expect(gateway.services.calls.activateModel).toEqual([
      { ...key, model: { $case: 'version', value: 3 } },
      { ...key, model: { $case: 'latest', value: true } },
    ]);
    for (const version of ['0', '03', '-1', '1e3', 'newest', '9999999999', '%33%00']) {
      expect((await ask(`${FUNNEL}/models/${version}/activate`, 'POST')).status, version).toBe(404);
    }
    expect(gateway.services.calls.activateModel).toHaveLength(2);
  });

  it('GET …/learning names variants as the catalog does, and writes sentences in the company’s language', async () => {
    const { status, json: body } = await ask(`${FUNNEL}/learning`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      language: 'de',
      enabled: false,
      model: null,
      lastBuild: { outcome: 'NO_EVENTS', reason: 'Nothing.', endedAt: '2026-11-21T10:00:00.000Z' },
      options: [{ answers: [{ stepId: 12, key: 'dry' }], sessions: 40, learned: true }],
      lifts: [
        { name: 'Samt – Elfenbein', sentence: 'Wer Trockene Haut gewählt hat, wählt Samt – Elfenbein 1,8-mal so oft.' },
        { name: 'V9', sentence: 'Wer Trockene Haut gewählt hat, wählt V9 nur 0,62-mal so oft.' },
      ],
      popular: [{ variantId: 'V1', name: 'Samt – Elfenbein', times: 2.31 }],
    });
  });

  it('GET …/learning answers with ids while the catalog does not', async () => {
    gateway.services.handlers.catalogAdmin.listProducts = async () => {
      throw new ServiceError('UNAVAILABLE', 'down');
    };
    const { status, json: body } = await ask(`${FUNNEL}/learning`);
    expect([status, (body.popular as { name: string }[])[0]!.name]).toEqual([200, 'V1']);
  });

  it.each(['models', 'learning'])('an archived or unknown funnel has no %s: 404', async (what) => {
    for (const subdomain of ['old', 'unknown']) {
      expect((await ask(`${FUNNEL.replace('beauty', subdomain)}/${what}`)).status).toBe(404);
    }
  });

  it('without the platform token it is 401', async () => {
    const answers = await Promise.all(
      [`${FUNNEL}/models`, `${FUNNEL}/learning`].map((path) => gateway.ask(path, { headers: {} })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
});
