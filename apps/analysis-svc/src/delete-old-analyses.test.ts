import { createDatabase, type Database } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFunnelClient } from './clients/funnel.js';
import { ANALYSIS_SCHEMA } from './config.js';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { type AnalysisRetention, deleteByRetention } from './usecases/delete-by-retention.js';
import { deleteAllOldAnalyses } from './usecases/delete-old-analyses.js';

const DAYS = 400;

// docs/operations.md "What is kept how long"
describe('retention of analyses', () => {
  let service: TestService;
  /** As the service sees it: no row of a company outside of `forCompany`. */
  let database: Database;
  beforeAll(async () => {
    service = await startService();
    database = createDatabase({ url: service.databaseUrl, ...ANALYSIS_SCHEMA, log: testLogger() });
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
  });

  const age = (id: string, days: number) =>
    service.db.raw(`update analyses set created_at = now() - ? * interval '1 day' where id = ?`, [days, id]);
  const insertMany = (count: number, days: number, companyId: string) =>
    service.db.raw(
      `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent, created_at)
       select substr(md5(?::text || n), 1, 22), ?, 'f', 'v', false, '{}', false, now() - ? * interval '1 day'
       from generate_series(1, ?::int) as n`,
      [companyId, companyId, days, count],
    );
  const ids = async (): Promise<string[]> => service.db('analyses').orderBy('key').pluck('id');

  it('deletes what is older, of every company, and nothing else', async () => {
    const old = (await create(service.client, submission())).id;
    await insertMany(2_500, DAYS + 1, 'company-2');
    const young = (await create(service.client, submission())).id;
    await age(old, DAYS + 1);
    await age(young, DAYS - 1);
    const recent = (await create(service.client, submission())).id;

    expect(await deleteAllOldAnalyses(database.knex, DAYS)).toBe(2_501);
    expect(await ids()).toEqual([young, recent]);
    await expect(service.client.getMatchingInput({ analysisId: old })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await service.db('erased_analyses')).toEqual([]);
    expect(await deleteAllOldAnalyses(database.knex, DAYS)).toBe(0);
  });

  it('keeps everything while no time is set', async () => {
    const { id } = await create(service.client, submission());
    await age(id, 10 * DAYS);
    expect(await deleteAllOldAnalyses(database.knex, undefined)).toBe(0);
    expect(await ids()).toContain(id);
  });

  it('replicas that delete simultaneously delete each analysis once', async () => {
    await deleteAllOldAnalyses(database.knex, DAYS);
    await insertMany(3_000, DAYS + 1, 'company-3');
    const counts = await Promise.all([1, 2, 3].map(() => deleteAllOldAnalyses(database.knex, DAYS)));
    const rest = await deleteAllOldAnalyses(database.knex, DAYS);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(3_000);
  });

  describe('of a company', () => {
    const deleteByRetentions = async (...retentions: AnalysisRetention[]) => {
      service.funnel.retentions = retentions;
      const client = createFunnelClient(service.funnel.address);
      try {
        return await deleteByRetention({ db: database.knex, listRetentions: client.listRetentions });
      } finally {
        client.close();
      }
    };
    const insertAnalyses = (companyId: string, funnelId: string, count: number, days: number, isPreview = false) =>
      service.db.raw(
        `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent, created_at)
         select substr(md5(random()::text), 1, 22), ?, ?, 'v', ?, '{}', false, now() - ? * interval '1 day'
         from generate_series(1, ?::int)`,
        [companyId, funnelId, isPreview, days, count],
      );
    const countAnalyses = async (companyId: string) =>
      Number((await service.db('analyses').where({ company_id: companyId }).count()).at(0)?.count);

    it('deletes what is older than the company keeps it, of its funnels only, and no preview', async () => {
      await insertAnalyses('a', 'a1', 1_500, 61);
      await insertAnalyses('a', 'a1', 2, 59);
      await insertAnalyses('a', 'a2', 3, 61);
      await insertAnalyses('a', 'a2', 4, 61, true);
      await insertAnalyses('b', 'b1', 5, 61);
      await insertAnalyses('c', 'c1', 6, 61);
      const deleted = await deleteByRetentions(
        { companyId: 'a', days: 60, funnelIds: ['a1', 'a2'] },
        // Not its funnel: its statement sees rows of the company only.
        { companyId: 'b', days: 365, funnelIds: ['b1', 'c1'] },
      );
      expect(deleted).toBe(1_503);
      expect(await Promise.all(['a', 'b', 'c'].map(countAnalyses))).toEqual([6, 5, 6]);
      expect(await service.db('erased_analyses')).toEqual([]);
    });

    it('deletes nothing more once it is stopped, however many companies and funnels are left', async () => {
      for (const funnelId of ['e1', 'e2']) await insertAnalyses('e', funnelId, 1, 61);
      await insertAnalyses('f', 'f1', 1, 61);
      const retentions = [
        { companyId: 'e', days: 60, funnelIds: ['e1', 'e2'] },
        { companyId: 'f', days: 60, funnelIds: ['f1'] },
      ];
      const stopping = new AbortController();
      database.knex.once('query', () => stopping.abort());
      const deps = { db: database.knex, listRetentions: async () => retentions };
      expect(await deleteByRetention(deps, stopping.signal)).toBe(1);
    });

    it('keeps at least what the operator could keep, whatever is sent', async () => {
      await insertAnalyses('d', 'd1', 3, 29);
      expect(await deleteByRetentions({ companyId: 'd', days: 1, funnelIds: ['d1'] })).toBe(0);
    });
  });
});
