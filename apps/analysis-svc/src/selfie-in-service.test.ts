import type { AnalysisRecord } from '@svc/domain';
import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SKIN_REFERENCES } from './selfie/measure/reference-colors.js';
import { toJpeg } from './testing/portraits.js';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { paintFace } from './testing/synthetic-face.js';

/** From the call to the stored record, with the real model. */
describe('a selfie in the running service: docs/color-method.md A5', { timeout: 60_000 }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  async function recordOf(body: Record<string, unknown>, face: Parameters<typeof paintFace>[0] = {}) {
    const data = await toJpeg(paintFace({ skin: SKIN_REFERENCES.FAIR, hair: [17, 1, 1], ...face }).picture);
    const request = submission({ body: { funnelId: 'funnel-1', ...body }, selfie: { data, declaredType: 'jpeg' } });
    const created = await create(service.client, request);
    const { body: record } = await service.admin.getAnalysis({ companyId: 'company-1', analysisId: created.id });
    return { created, record: json.decode<AnalysisRecord>(record) };
  }

  it('what the visitor did not answer is filled from the picture, and the record says so', async () => {
    const { created, record } = await recordOf({ eyeColor: 'GREEN' });
    expect(record.selfie).toMatchObject({ sent: true, status: 'USED', reason: null });
    expect(record.filledFromSelfie).toEqual(expect.arrayContaining(['hairColor', 'skinColor']));
    expect(record.answers).toMatchObject({ eyeColor: 'GREEN', hairColor: 'BLACK', skinColor: 'FAIR' });
    expect(JSON.stringify(created)).not.toMatch(/USED|confidence|filled/i);
  });

  it('an answer beats the picture, and undertone is not filled unless the company wants it', async () => {
    const { record } = await recordOf({ hairColor: 'RED', eyeColor: 'BLUE', skinColor: 'DEEP' });
    expect(record.filledFromSelfie).toEqual([]);
    expect(record.answers).toMatchObject({ hairColor: 'RED', eyeColor: 'BLUE', skinColor: 'DEEP' });
  });

  it('a picture that cannot be used changes nothing but the record', async () => {
    const { record } = await recordOf({ eyeColor: 'GREEN' }, { exposureEv: -3 });
    expect(record.selfie).toMatchObject({ sent: true, status: 'IGNORED', reason: 'UNDEREXPOSED' });
    expect(record.filledFromSelfie).toEqual([]);
  });
});
