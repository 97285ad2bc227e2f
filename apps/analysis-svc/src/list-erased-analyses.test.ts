import { sha256 } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers } from './testing/steps.js';
import { deleteAllOldErasures } from './usecases/delete-old-erasures.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const hex = (id: string): string => sha256(id).toString('hex');
async function page(cursor: string): Promise<{ hashes: string[]; cursor: string }> {
  const answer = await service.admin.listErasedAnalyses({ cursor });
  return { hashes: answer.analysisIdHashes.map((hash) => hash.toString('hex')), cursor: answer.cursor };
}
/** Reads like a follower: continues immediately after a full page, until a page is not full. */
async function read(cursor = ''): Promise<{ hashes: string[]; cursor: string; pages: number }> {
  const hashes: string[] = [];
  for (let pages = 1; ; pages += 1) {
    const answer = await page(cursor);
    hashes.push(...answer.hashes);
    cursor = answer.cursor;
    if (answer.hashes.length < 1_000) return { hashes, cursor, pages };
  }
}
/** Returns a cursor after all entries. Running transactions make entries repeat, so this waits until none does. */
const quiet = () =>
  vi.waitFor(
    async () => {
      const { cursor } = await read((await read()).cursor);
      const again = await read(cursor);
      expect(again.hashes).toEqual([]);
      return again.cursor;
    },
    { timeout: 60_000 },
  );
const erased = async () => {
  const { id } = await create(service.client, submission());
  await service.client.eraseAnalysis({ companyId: 'company-1', analysisId: id });
  return id;
};
const insertMany = (count: number, email: string) =>
  service.db.raw(
    `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent, email, email_key)
     select substr(md5(?::text || n), 1, 22), 'company-1', 'f', 'v', false, '{}', false, ?, ? from generate_series(1, ?::int) as n
     returning id`,
    [email, email, email, count],
  ) as Promise<{ rows: { id: string }[] }>;

describe('ListErasedAnalyses', () => {
  it('lists exactly the SHA-256 of the ids erased since the cursor, by id and by address', async () => {
    const cursor = await quiet();
    const byId = await erased();
    const body = { ...completeAnswers, email: 'gone@example.org' };
    const byEmail = await create(service.client, submission({ body }));
    await create(service.client, submission());
    await service.client.eraseAnalysesByEmail({ companyId: 'company-1', email: 'gone@example.org' });
    const listed = await read(cursor);
    expect(listed.hashes.sort()).toEqual([hex(byId), hex(byEmail.id)].sort());
    expect(await service.db('erased_analyses').first()).not.toHaveProperty('id');
  });

  it('an empty cursor starts from the beginning; a listed entry is not listed again', async () => {
    const id = await erased();
    expect((await read()).hashes).toContain(hex(id));
    expect((await read(await quiet())).hashes).toEqual([]);
  });

  it('several pages contain each entry once', async () => {
    const cursor = await quiet();
    const { rows } = await insertMany(2_500, 'many@example.org');
    await service.client.eraseAnalysesByEmail({ companyId: 'company-1', email: 'many@example.org' });
    const listed = await read(cursor);
    expect(listed.pages).toBe(3);
    expect(listed.hashes).toHaveLength(2_500);
    expect(new Set(listed.hashes)).toEqual(new Set(rows.map(({ id }) => hex(id))));
  });

  it('an erasure that commits late, even during a pass, is listed by the next pass', async () => {
    const start = await quiet();
    const [late] = (await insertMany(1, 'late@example.org')).rows;
    await insertMany(1_500, 'early@example.org');
    const trx = await service.db.transaction();
    await trx.raw(`insert into erased_analyses (id_hash) values (?)`, [sha256(late?.id as string)]);
    await service.client.eraseAnalysesByEmail({ companyId: 'company-1', email: 'early@example.org' });
    const first = await page(start);
    expect(first.hashes).toHaveLength(1_000);
    await trx.commit();
    const rest = await read(first.cursor);
    expect(rest.hashes).not.toContain(hex(late?.id as string));
    expect((await read(rest.cursor)).hashes).toContain(hex(late?.id as string));
  });

  it('a cursor from the future (restored database) starts from the beginning; an invalid cursor is INVALID_REQUEST', async () => {
    const id = await erased();
    expect((await read('999999999999')).hashes).toContain(hex(id));
    for (const cursor of ['x', '-1', '1-2', `1-2-${'g'.repeat(64)}`, '1'.repeat(40)]) {
      await expect(page(cursor)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  it('entries older than 35 days are deleted, in statements of at most 1,000; newer ones are kept', async () => {
    const young = await erased();
    await service.db.raw(
      `insert into erased_analyses (id_hash, erased_at)
       select sha256(('old' || n)::bytea), now() - interval '35 days 1 minute' from generate_series(1, 1500) as n`,
    );
    await service
      .db('erased_analyses')
      .where({ id_hash: sha256(young) })
      .update({ erased_at: service.db.raw("now() - interval '34 days 23 hours'") });
    expect(await deleteAllOldErasures(service.db)).toBe(1_500);
    expect(await service.db('erased_analyses').where({ id_hash: sha256(young) })).toHaveLength(1);
  });
});
