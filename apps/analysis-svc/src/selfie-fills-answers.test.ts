import {
  type AnalysisRecord,
  AnswerField,
  EyeColor,
  HairColor,
  SelfieReason,
  SelfieStatus,
  SkinColor,
} from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evenPortrait } from './testing/portraits.js';
import { create, startService, submission, type TestService } from './testing/start-service.js';

let service: TestService;
let selfie: { data: Buffer; declaredType: string };
beforeAll(async () => {
  service = await startService();
  selfie = { data: await (await evenPortrait()).jpeg({ quality: 95 }).toBuffer(), declaredType: 'jpeg' };
});
afterAll(() => service.stop());

async function kept(body: Record<string, unknown>): Promise<AnalysisRecord> {
  const { id } = await create(service.client, submission({ body, selfie }));
  return (await service.admin.getAnalysis({ companyId: 'company-1', analysisId: id })).analysis!;
}

describe('a portrait through the whole service, with the real model', () => {
  it('fills the missing skin color, which the color type uses', async () => {
    const record = await kept({ hairColor: 'BROWN', skinUndertone: 'WARM' });
    expect(record.selfie).toMatchObject({
      status: SelfieStatus.SELFIE_STATUS_USED,
      reason: SelfieReason.SELFIE_REASON_UNSPECIFIED,
      modelVersion: expect.stringMatching(/^human/),
    });
    expect(record.selfie?.features).toContainEqual({
      field: AnswerField.ANSWER_FIELD_SKIN_COLOR,
      value: expect.any(String),
      confidence: expect.any(Number),
      filled: true,
      lab: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    expect(record.answers?.filledFromSelfie).toContain(AnswerField.ANSWER_FIELD_SKIN_COLOR);
    expect(record.color?.parts?.value).toHaveProperty('skin');
  });

  it('changes nothing when everything was answered, and never fills the undertone unless enabled', async () => {
    const answers = { hairColor: 'BROWN', eyeColor: 'BLUE', skinColor: 'DEEP' };
    const record = await kept(answers);
    expect(record.answers).toMatchObject({
      hairColor: HairColor.HAIR_COLOR_BROWN,
      eyeColor: EyeColor.EYE_COLOR_BLUE,
      skinColor: SkinColor.SKIN_COLOR_DEEP,
      filledFromSelfie: [],
    });
    const measured = record.selfie?.features.map(({ field }) => field);
    expect(measured).not.toContain(AnswerField.ANSWER_FIELD_SKIN_UNDERTONE);
  });
});
