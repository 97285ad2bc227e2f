import { AnswerField, EyeColor, HairColor, SelfieReason, SelfieStatus, SkinColor } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SKIN_REFERENCES } from './selfie/measure/reference-colors.js';
import { toJpeg } from './testing/portraits.js';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { paintFace } from './testing/synthetic-face.js';

/** From the call to the stored record, with the real model. */
describe('a selfie in the running service: docs/color-method.md A5', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  async function createRecord(body: Record<string, unknown>, face: Parameters<typeof paintFace>[0] = {}) {
    const data = await toJpeg(paintFace({ skin: SKIN_REFERENCES.FAIR, hair: [17, 1, 1], ...face }).picture);
    const request = submission({ body: { funnelId: 'funnel-1', ...body }, selfie: { data, declaredType: 'jpeg' } });
    const created = await create(service.client, request);
    const { analysis } = await service.admin.getAnalysis({ companyId: 'company-1', analysisId: created.id });
    return { created, selfie: analysis!.selfie!, answers: analysis!.answers! };
  }

  it('missing answers are filled from the selfie, and the record lists them', async () => {
    const { created, selfie, answers } = await createRecord({ eyeColor: 'GREEN' });
    expect(selfie).toMatchObject({
      sent: true,
      status: SelfieStatus.SELFIE_STATUS_USED,
      reason: SelfieReason.SELFIE_REASON_UNSPECIFIED,
    });
    expect(answers).toMatchObject({
      filledFromSelfie: expect.arrayContaining([
        AnswerField.ANSWER_FIELD_HAIR_COLOR,
        AnswerField.ANSWER_FIELD_SKIN_COLOR,
      ]),
      eyeColor: EyeColor.EYE_COLOR_GREEN,
      hairColor: HairColor.HAIR_COLOR_BLACK,
      skinColor: SkinColor.SKIN_COLOR_FAIR,
    });
    expect(JSON.stringify(created)).not.toMatch(/USED|confidence|filled/i);
  });

  it('an answer takes precedence over the selfie, and undertone is not filled unless the company enabled it', async () => {
    const { answers } = await createRecord({ hairColor: 'RED', eyeColor: 'BLUE', skinColor: 'DEEP' });
    expect(answers).toMatchObject({
      filledFromSelfie: [],
      hairColor: HairColor.HAIR_COLOR_RED,
      eyeColor: EyeColor.EYE_COLOR_BLUE,
      skinColor: SkinColor.SKIN_COLOR_DEEP,
    });
  });

  it('an unusable selfie changes only its own outcome in the record', async () => {
    const { selfie, answers } = await createRecord({ eyeColor: 'GREEN' }, { exposureEv: -3 });
    expect(selfie).toMatchObject({
      sent: true,
      status: SelfieStatus.SELFIE_STATUS_IGNORED,
      reason: SelfieReason.SELFIE_REASON_UNDEREXPOSED,
    });
    expect(answers.filledFromSelfie).toEqual([]);
  });
});
