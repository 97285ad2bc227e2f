import { DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { funnel } from '../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const settingsWith = (analysisRetentionDays: number | null) => ({
  settings: { ...DEFAULT_COMPANY_SETTINGS, analysisRetentionDays },
});

// docs/operations.md "What is kept how long"
it('lists companies that have a retention of their own, with all of their funnels, page by page', async () => {
  const [quiz, old] = [funnel(), funnel({ archived: true })];
  const kept = await svc.company({ ...settingsWith(60), funnels: [quiz, old] });
  const other = await svc.company(settingsWith(365));
  await svc.company(settingsWith(null));
  await svc.company({});
  const funnelIds = Object.values(kept.answer.funnels).map(({ id }) => id);
  const expected = [
    { companyId: kept.id, days: 60, funnelIds: expect.arrayContaining(funnelIds) },
    { companyId: other.id, days: 365, funnelIds: [] },
  ].sort((a, b) => (a.companyId < b.companyId ? -1 : 1));
  const list = async (afterCompanyId: string) =>
    (await svc.funnels.listAnalysisRetentions({ afterCompanyId })).retentions;
  expect(await list('')).toEqual(expected);
  expect(await list(expected[0]?.companyId ?? '')).toEqual(expected.slice(1));
  expect(await list(expected[1]?.companyId ?? '')).toEqual([]);
  await svc.apply(settingsWith(null), kept.handle);
  expect((await list('')).map(({ companyId }) => companyId)).toEqual([other.id]);
});
