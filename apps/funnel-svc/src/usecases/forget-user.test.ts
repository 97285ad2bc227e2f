import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Author {
  userName: string;
  userId?: string;
}

/** A company in which a user created a key, published, and is editing. */
async function usedCompany(author: Author) {
  const wanted = funnel({ published: { steps: [step(1)] } });
  const { id: companyId } = await service.company({ funnels: [wanted] });
  const place = { companyId, subdomain: wanted.subdomain };
  const save = async (count: number) => {
    const steps = Array.from({ length: count }, (_, at) => step(at + 1));
    const { revision } = await service.edits.saveFunnelEdit({ ...place, ...author, partsJson: json.encode({ steps }) });
    return { $case: 'revision' as const, value: revision };
  };
  await service.admin.createApiKey({ companyId, name: 'Shop', scopes: [], ...author });
  await service.releases.releaseFunnel({ ...place, ...author, source: await save(2), force: true, note: '' });
  await service.releases.restoreRelease({ ...place, ...author, release: 1, force: true, note: '' });
  await save(3);
  await service.edits.reportEditor({ ...place, userId: author.userId ?? '', userName: author.userName, part: '' });
}

/** Every row of every table of the schema as text. */
async function dump(): Promise<string> {
  const { rows } = await service.db.raw<{ rows: { name: string }[] }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'funnel'::regnamespace and c.relkind in ('r', 'p') order by name`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await service.db.raw<{ rows: { text: string }[] }>(`select row(t.*)::text as text from ${name} as t`);
    texts.push(...found.rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

describe('forgetting a user (docs/identity.md I1.4)', () => {
  it('leaves neither name nor id in any company; others keep theirs, also under the same name', async () => {
    await usedCompany({ userName: 'Grace Planted', userId: 'user-grace' });
    await usedCompany({ userName: 'Grace Planted', userId: 'user-grace' });
    const kept = await service.db('funnel_releases').where({ released_by_id: 'user-grace' });
    expect(kept).toHaveLength(4);
    await usedCompany({ userName: 'Grace Planted', userId: 'user-other' });

    await service.admin.forgetUser({ userId: 'user-grace', userName: 'Grace Planted' });
    expect(await dump()).not.toContain('user-grace');
    const texts = (await dump()).split('\n').filter((text) => text.includes('Grace Planted'));
    expect(texts.filter((text) => !text.includes('user-other'))).toEqual([]);
    // A key, two releases, an edit, and where the other user works.
    expect(texts).toHaveLength(5);
    await service.admin.forgetUser({ userId: 'user-grace', userName: 'Grace Planted' });
    await service.admin.forgetUser({ userId: 'user-other', userName: '' });
    expect(await dump()).not.toContain('Grace Planted');
  });

  it('removes names that an earlier release stored without an id', async () => {
    await usedCompany({ userName: 'Ada Stored' });
    await service.db('funnel_editors').where({ user_name: 'Ada Stored' }).update({ user_id: 'user-ada' });
    await service.admin.forgetUser({ userId: 'user-ada', userName: 'Ada Stored' });
    expect(await dump()).not.toContain('Ada Stored');
  });

  it('an unknown id without a name removes nothing, and the id must be given', async () => {
    await usedCompany({ userName: 'Bo', userId: 'user-bo' });
    const before = await dump();
    await service.admin.forgetUser({ userId: 'user-unknown', userName: '' });
    expect(await dump()).toBe(before);
    await expect(service.admin.forgetUser({ userId: '', userName: 'Bo' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});
