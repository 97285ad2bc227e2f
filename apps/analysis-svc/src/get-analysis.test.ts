import { ServiceError } from '@svc/kit';
import { type AnalysisRecord, ColorTaxonomy, NoColorTypeReason, SelfieStatus, toAnswers } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers } from './testing/steps.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function read(analysisId: string, companyId = 'company-1'): Promise<AnalysisRecord> {
  return (await service.admin.getAnalysis({ companyId, analysisId })).analysis!;
}

describe('GetAnalysis', () => {
  it('returns funnel, version, answers and the color type with its explanation (docs/color-method.md A1.1)', async () => {
    const { id } = await create(service.client, submission());
    const record = await read(id);
    expect(record).toMatchObject({
      id,
      funnelId: 'funnel-1',
      subdomain: 'glow-quiz',
      versionId: 'version-1',
      versionNumber: 1,
      isPreview: false,
      createTime: expect.any(Date),
      answers: { ...toAnswers(completeAnswers), filledFromSelfie: [] },
      color: {
        taxonomy: ColorTaxonomy.COLOR_TAXONOMY_SEASONS_12,
        type: 'TRUE_AUTUMN',
        reason: NoColorTypeReason.NO_COLOR_TYPE_REASON_UNSPECIFIED,
        mappingVersion: 'seasons-12/1',
      },
      selfie: { sent: false, modelVersion: undefined, status: SelfieStatus.SELFIE_STATUS_UNSPECIFIED },
    });
    expect(record.color?.parts?.temperature).toHaveProperty('undertone');
    expect(Object.keys(record.color?.scores ?? {})).toContain('TRUE_AUTUMN');
    expect(record.color?.confidence).toBeGreaterThan(0);
    expect(record.color?.axes).toMatchObject({
      temperature: expect.any(Number),
      value: expect.any(Number),
      clarity: expect.any(Number),
    });
  });

  it('returns which contact fields exist, never their values (docs/dashboard.md Y10.1)', async () => {
    const body = {
      ...completeAnswers,
      firstName: 'Ada',
      email: 'ada@example.org',
      source: 'letter',
      queryString: 'a=b',
    };
    const record = await read((await create(service.client, submission({ body }))).id);
    expect(record).toMatchObject({ hasFirstName: true, hasLastName: false, hasEmail: true });
    expect(record).toMatchObject({ startTime: undefined, source: 'letter', queryString: 'a=b' });
    expect(JSON.stringify(record)).not.toMatch(/ada/i);
  });

  it('returns no color type but a reason when there are too few answers', async () => {
    const { id } = await create(service.client, submission({ body: { hairColor: 'RED' } }));
    expect((await read(id)).color).toMatchObject({
      type: undefined,
      reason: NoColorTypeReason.NO_COLOR_TYPE_REASON_TOO_FEW_ANSWERS,
      scores: {},
      confidence: 0,
    });
  });

  it('returns no version number for a draft that has changed', async () => {
    const { id } = await create(service.client, submission());
    await service.db('analyses').where({ id }).update({ version_id: 'discarded' });
    expect(await read(id)).toMatchObject({ versionId: 'discarded', versionNumber: undefined });
  });

  it('fails when funnel-svc fails, instead of returning an incomplete record', async () => {
    const { id } = await create(service.client, submission());
    await service.db('analyses').where({ id }).update({ version_id: 'unread' });
    service.funnel.beforeVersion = async () => {
      throw new ServiceError('UNAVAILABLE', 'Not now.');
    };
    await expect(read(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    service.funnel.beforeVersion = async () => {};
  });

  it("a malformed, an unknown, an erased and another company's id are the same NOT_FOUND", async () => {
    const { id } = await create(service.client, submission());
    const gone = await create(service.client, submission());
    await service.client.eraseAnalysis({ companyId: 'company-1', analysisId: gone.id });
    for (const [analysisId, companyId] of [
      ['\u0000', 'company-1'],
      ['A'.repeat(22), 'company-1'],
      [gone.id, 'company-1'],
      [id, 'company-2'],
    ] as const) {
      await expect(read(analysisId, companyId)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'No analysis with this id.',
      });
    }
  });
});
