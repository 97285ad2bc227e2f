import type { AnalysisRecord } from '@svc/domain';
import { json } from '@svc/kit';
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
  return json.decode((await service.admin.getAnalysis({ companyId: 'company-1', analysisId: id })).body);
}

describe('a portrait through the whole service, with the real model', () => {
  it('fills the skin colour that was left out, and the colour type takes it', async () => {
    const record = await kept({ hairColor: 'BROWN', skinUndertone: 'WARM' });
    expect(record.selfie).toMatchObject({
      status: 'USED',
      reason: null,
      modelVersion: expect.stringMatching(/^human/),
    });
    expect(record.selfie.features.skinColor).toMatchObject({
      filled: true,
      lab: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    expect(record.filledFromSelfie).toContain('skinColor');
    expect(record.color?.parts.value).toHaveProperty('skin');
  });

  it('changes nothing where everything was answered, and never the undertone unasked', async () => {
    const answers = { hairColor: 'BROWN', eyeColor: 'BLUE', skinColor: 'DEEP' };
    const record = await kept(answers);
    expect(record.answers).toMatchObject(answers);
    expect(record.filledFromSelfie).toEqual([]);
    expect(record.selfie.features).not.toHaveProperty('skinUndertone');
  });
});
