import { json, sha256 } from '@svc/kit';
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
const listIds = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).items.map((item) => item.analysisId);

describe('ListMatchingInputs', () => {
  it('lists the newest first, without previews, at most `limit`', async () => {
    const first = await createFor('newest');
    await createFor('newest', true);
    const second = await createFor('newest');
    const third = await createFor('newest');
    expect(await listIds('newest')).toEqual([third, second, first]);
    expect(await listIds('newest', 2)).toEqual([third, second]);
  });

  it('returns the same inputs as GetMatchingInput', async () => {
    const id = await createFor('same');
    const [item] = (await list('same')).items;
    const { input } = await service.client.getMatchingInput({ analysisId: id });
    // What is listed takes part in no test of matching.
    expect(item).toEqual({ analysisId: id, input: { ...input, unit: undefined } });
    expect(input?.unit).toBe(sha256(id).toString('hex'));
    expect(json.decode(input?.answersJson as Buffer)).toEqual(completeAnswers);
  });

  it('lists nothing of other funnels and companies, and nothing for an unknown funnel', async () => {
    await createFor('ours');
    expect(await listIds('ours', 10, 'company-2')).toEqual([]);
    expect(await listIds('theirs')).toEqual([]);
  });

  it('ends early with the newest inputs when the limit of bytes would be exceeded', async () => {
    const ids = [await createFor('large'), await createFor('large'), await createFor('large')];
    const scope = { companyId: 'company-1', funnelId: 'large' };
    const all = await listMatchingInputs(service.db, scope, 10);
    const size = Buffer.byteLength(`${all[0]?.answersJson}${all[0]?.colorJson}`);
    const fitting = await listMatchingInputs(service.db, scope, 10, 2 * size);
    expect(fitting.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  });

  it.each([0, -1, 2_001])('a limit of %d is INVALID_REQUEST', async (limit) => {
    await expect(list('newest', limit)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'limit must be an integer from 1 to 2000.',
    });
  });
});
