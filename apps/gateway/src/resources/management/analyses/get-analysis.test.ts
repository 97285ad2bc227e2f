import { companyNotFound, ServiceError } from '@svc/kit';
import {
  AgeRange,
  type AnalysisRecord,
  AnswerField,
  ColorTaxonomy,
  EyeColor,
  HairColor,
  NoColorTypeReason,
  SelfieReason,
  SelfieStatus,
  SkinColor,
  SkinUndertone,
} from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID } from '../../../testing/fixtures.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { analysisRecordExample } from './analysis-record-example.js';

const PATH = `/api/admin/v1/companies/glow/analyses/${ANALYSIS_ID}`;

const { color, selfie } = analysisRecordExample;
const { temperature = {}, value = {}, clarity = {} } = color!.contributions!;
/** What analysis-svc sends for the example of the OpenAPI document. */
const record: AnalysisRecord = {
  id: analysisRecordExample.id,
  funnelId: analysisRecordExample.funnel.id,
  subdomain: 'beauty',
  versionId: analysisRecordExample.funnelVersion.id,
  versionNumber: 3,
  isPreview: false,
  createTime: new Date('2026-11-21T10:00:00Z'),
  answers: {
    hairColor: HairColor.HAIR_COLOR_RED,
    eyeColor: EyeColor.EYE_COLOR_BROWN,
    skinColor: SkinColor.SKIN_COLOR_LIGHT,
    skinUndertone: SkinUndertone.SKIN_UNDERTONE_WARM,
    ageRange: AgeRange.AGE_RANGE_UNSPECIFIED,
    selectionValues: [{ stepId: 12, selectedKey: 'dryness' }],
    filledFromSelfie: [AnswerField.ANSWER_FIELD_EYE_COLOR, AnswerField.ANSWER_FIELD_SKIN_COLOR],
  },
  color: {
    taxonomy: ColorTaxonomy.COLOR_TAXONOMY_SEASONS_4,
    type: 'AUTUMN',
    reason: NoColorTypeReason.NO_COLOR_TYPE_REASON_UNSPECIFIED,
    scores: color!.scores,
    otherScores: color!.otherScores,
    confidence: 0.83,
    axes: { temperature: 0.806, value: -0.155, clarity: -0.096 },
    parts: {
      temperature: { undertone: 0.6, hair: 0.25, eye: 0.045 },
      value: { skin: 0.171, hair: -0.1, eye: -0.176 },
      clarity: { hair: -0.09, eye: -0.105, contrast: 0.081 },
    },
    closeness: 0.951,
    contributions: { temperature, value, clarity },
    mappingVersion: 'seasons-4/1',
  },
  selfie: {
    sent: true,
    source: 'CAMERA',
    consent: true,
    consentVersion: '2026-11',
    status: SelfieStatus.SELFIE_STATUS_USED,
    reason: SelfieReason.SELFIE_REASON_UNSPECIFIED,
    features: [
      { field: AnswerField.ANSWER_FIELD_EYE_COLOR, ...selfie.features.eyeColor!, lab: [32.1, 9.4, 17.2] },
      { field: AnswerField.ANSWER_FIELD_SKIN_COLOR, ...selfie.features.skinColor!, lab: [76.8, 11.2, 21.9] },
    ],
    modelVersion: 'human-3.3.6 selfie/1',
  },
  startTime: new Date('2026-11-21T09:57:12Z'),
  source: 'newsletter',
  hasFirstName: true,
  hasLastName: false,
  hasEmail: true,
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle === 'unknown') throw companyNotFound();
          return { companyId: `company-${handle}`, name: 'G', language: 'en', currency: 'CHF' };
        },
      },
      analysisAdmin: {
        getAnalysis: async ({ companyId, analysisId }) => {
          if (companyId !== 'company-glow' || analysisId !== ANALYSIS_ID)
            throw new ServiceError('NOT_FOUND', `No analysis ${analysisId} of ${companyId}.`);
          return { analysis: record };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const ask = (path: string, authorization = `Bearer ${PLATFORM_TOKEN}`) =>
  gateway.ask(path, { headers: { authorization } });

describe('GET …/analyses/{analysisId}: everything that is kept of an analysis', () => {
  it('shows what analysis-svc stores, and no cache may keep it', async () => {
    const { status, json: body, headers } = await ask(PATH);
    expect([status, body]).toEqual([200, analysisRecordExample]);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });

  it("another company's, an unknown and a malformed id are the same 404, which repeats nothing of them", async () => {
    const answers = await Promise.all(
      [
        PATH.replace('glow', 'other'),
        PATH.replace(ANALYSIS_ID, 'A'.repeat(22)),
        PATH.replace(ANALYSIS_ID, '%00'),
        PATH.replace(ANALYSIS_ID, 'x'.repeat(300)),
      ].map(async (path) => {
        const { status, json: body } = await ask(path);
        return [status, body.error, body.message];
      }),
    );
    expect(answers).toEqual(Array(4).fill([404, 'NOT_FOUND', 'No analysis with this id.']));
  });

  it('an unknown company is 404; without the platform token it is 401 and no service is called', async () => {
    expect((await ask(PATH.replace('glow', 'unknown'))).json.message).toBe('There is no company with this handle.');
    expect((await ask(PATH, 'Bearer wrong')).status).toBe(401);
    expect(gateway.services.calls.getAnalysis).toBeUndefined();
  });

  it('missing values are null: no color type, no selfie, a deleted version', async () => {
    const { subdomain: _, versionNumber: __, startTime: ___, ...rest } = record;
    const { type: ____, closeness: _____, contributions: ______, ...uncolored } = record.color!;
    gateway.services.handlers.analysisAdmin.getAnalysis = async () => ({
      analysis: {
        ...rest,
        color: { ...uncolored, reason: NoColorTypeReason.NO_COLOR_TYPE_REASON_TOO_FEW_ANSWERS },
        selfie: {
          sent: true,
          status: SelfieStatus.SELFIE_STATUS_IGNORED,
          reason: SelfieReason.SELFIE_REASON_NO_FACE,
          explanation: 'No face was found in the picture.',
          features: [],
        },
      },
    });
    expect((await ask(PATH)).json).toMatchObject({
      funnel: { subdomain: null },
      funnelVersion: { number: null },
      color: { type: null, reason: 'TOO_FEW_ANSWERS', closeness: null, contributions: null },
      selfie: { source: null, consent: null, analyzed: false, status: 'IGNORED', reason: 'NO_FACE', features: {} },
      tracking: { startedAt: null, queryString: null },
    });
  });

  it('a service that is away is 503, not "no analysis"', async () => {
    gateway.services.handlers.analysisAdmin.getAnalysis = async () => {
      throw new ServiceError('UNAVAILABLE', 'Later.');
    };
    expect((await ask(PATH)).status).toBe(503);
  });
});
