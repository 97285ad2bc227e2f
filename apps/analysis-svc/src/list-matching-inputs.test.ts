import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMatchingInputs } from './db/list-matching-inputs.js';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers } from './testing/steps.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const createFor = async (funnelId: string, isPreview = false) => {
  service.funnel.resolve = () => ({ isPreview });
  const { id } = await create(service.client, submission({ funnelId }));
  service.funnel.resolve = () => ({});
  return id;
};
const list = (funnelId: string, limit = 2_000, companyId = 'company-1') =>
  service.admin.listMatchingInputs({ companyId, funnelId, limit });
const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).items.map((item) => item.analysisId);

describe('ListMatchingInputs', () => {
  it('newest first, previews left out, at most `limit`', async () => {
    const first = await createFor('newest');
    await createFor('newest', true);
    const second = await createFor('newest');
    const third = await createFor('newest');
    expect(await idsOf('newest')).toEqual([third, second, first]);
    expect(await idsOf('newest', 2)).toEqual([third, second]);
  });

  it('gives of each what GetMatchingInput gives', async () => {
    const id = await createFor('same');
    const [item] = (await list('same')).items;
    const { input } = await service.client.getMatchingInput({ analysisId: id });
    expect(item).toEqual({ analysisId: id, input });
    expect(json.decode(input?.answersJson as Buffer)).toEqual(completeAnswers);
  });

  it('other funnels and other companies have no part in it; an unknown funnel has none', async () => {
    await createFor('ours');
    expect(await idsOf('ours', 10, 'company-2')).toEqual([]);
    expect(await idsOf('theirs')).toEqual([]);
  });

  it('ends early where the bytes would exceed their bound, with the newest that fit', async () => {
    const ids = [await createFor('large'), await createFor('large'), await createFor('large')];
    const scope = { companyId: 'company-1', funnelId: 'large' };
    const all = await listMatchingInputs(service.knex, scope, 10);
    const size = Buffer.byteLength(`${all[0]?.answersJson}${all[0]?.colorJson}`);
    const fitting = await listMatchingInputs(service.knex, scope, 10, 2 * size);
    expect(fitting.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  });

  it.each([0, -1, 2_001])('a limit of %d is INVALID_REQUEST', async (limit) => {
    await expect(list('newest', limit)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: `limit is ${limit}. Send 1 to 2000.`,
    });
  });
});
