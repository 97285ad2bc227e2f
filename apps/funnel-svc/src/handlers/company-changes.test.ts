import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { funnel, step } from '../testing/blueprints.testing.js';
import { freshHandle, startTestService, type TestService } from '../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const oneStep = { steps: [step(1)] };
const list = (cursor = '') => svc.funnels.listCompanyChanges({ cursor });
/** Any transaction of the server that is still running, of other tests too, makes changes repeat: waits until none does. */
const quiet = () =>
  vi.waitFor(
    async () => {
      const page = await list((await list()).cursor);
      expect(page.changes).toEqual([]);
      return page;
    },
    { timeout: 60_000 },
  );
const fetchState = (companyId: string) => svc.funnels.getCompanyState({ companyId });

describe('GetCompanyState', () => {
  it('returns the language, the versions in force of every funnel, and which funnels are archived', async () => {
    const [a, b, c] = [
      funnel({ published: oneStep, draft: oneStep }),
      funnel(),
      funnel({ published: oneStep, archived: true }),
    ];
    const { id, answer } = await svc.company({ language: 'de', funnels: [a, b, c] });
    const { published, draft } = answer.funnels[a.subdomain] ?? {};
    expect(await fetchState(id)).toEqual({
      version: 1,
      language: 'de',
      funnels: expect.arrayContaining([
        {
          funnelId: answer.funnels[a.subdomain]?.id,
          subdomain: a.subdomain,
          publishedVersionId: published?.id,
          draftVersionId: draft?.id,
          archived: false,
          publishTime: expect.any(Date),
        },
        expect.objectContaining({ subdomain: b.subdomain, archived: false }),
        expect.objectContaining({ subdomain: c.subdomain, archived: true }),
      ]),
    });
    expect((await fetchState(id)).funnels).toHaveLength(3);
    await expect(fetchState('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a company without funnels has an empty list', async () => {
    const { id } = await svc.company({});
    expect((await fetchState(id)).funnels).toEqual([]);
  });

  it('every change that followers read raises the version once; applying the same again does not', async () => {
    const quiz = funnel({ published: oneStep, draft: { steps: [step(2)] } });
    const { id, handle } = await svc.company({ funnels: [quiz] });
    const messages: unknown[] = [];
    svc.bus.subscribe('company-changed', (message) => void (message.companyId === id && messages.push(message)));
    const { subdomain } = quiz;
    const changes = [
      () => svc.apply({ language: 'fr' }, handle),
      () => svc.apply({ funnels: [{ subdomain, published: { steps: [step(3)] } }] }, handle),
      () => svc.admin.publishDraft({ companyId: id, subdomain, force: false }),
      () => svc.apply({ funnels: [{ subdomain, draft: { steps: [step(4)] } }] }, handle),
      () => svc.apply({ funnels: [{ subdomain, draft: null }] }, handle),
      () => svc.apply({ funnels: [{ subdomain, archived: true }] }, handle),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      expect((await fetchState(id)).version).toBe(index + 2);
    }
    await svc.apply({ funnels: [{ subdomain, archived: true }] }, handle);
    expect((await fetchState(id)).version).toBe(changes.length + 1);
    expect(messages).toHaveLength(changes.length);
  });
});

describe('ListCompanyChanges', () => {
  it('lists what changed since the cursor, from the beginning without one', async () => {
    const a = await svc.company({});
    const b = await svc.company({});
    expect((await list()).changes.map(({ companyId }) => companyId)).toEqual(expect.arrayContaining([a.id, b.id]));
    const { cursor } = await quiet();
    await svc.apply({ name: 'Other' }, b.handle);
    expect((await list(cursor)).changes).toEqual([{ companyId: b.id, version: 2 }]);
    expect((await quiet()).changes).toEqual([]);
  });

  it('a change that commits after a later one was listed is still listed: never missed', async () => {
    const slow = await svc.company({});
    const fast = await svc.company({});
    const { cursor } = await quiet();
    const trx = await svc.db.transaction();
    await trx('companies')
      .where({ id: slow.id })
      .update({ version: trx.raw('version + 1'), change_xid: trx.raw('change_stamp()') });
    const during = await svc
      .apply({ name: 'Fast' }, fast.handle)
      .then(() => list(cursor))
      .finally(() => trx.commit());
    expect(during.changes).toEqual([{ companyId: fast.id, version: 2 }]);
    const after = await list(during.cursor);
    expect(after.changes).toContainEqual({ companyId: slow.id, version: 2 });
  });

  it('a follower that polls while companies change in parallel ends with the newest version of each', async () => {
    const companies = await Promise.all(Array.from({ length: 5 }, () => svc.company({})));
    const seen = new Map<string, number>();
    let cursor = '';
    let done = false;
    const follow = async () => {
      const page = await list(cursor);
      for (const { companyId, version } of page.changes)
        seen.set(companyId, Math.max(version, seen.get(companyId) ?? 0));
      cursor = page.cursor;
    };
    const follower = (async () => {
      while (!done) await follow();
      await follow();
    })();
    await Promise.all(
      companies.map(async ({ handle }) => {
        for (let index = 0; index < 10; index++) await svc.apply({ name: `Name ${index}` }, handle);
      }),
    );
    done = true;
    await follower;
    for (const { id } of companies) expect(seen.get(id)).toBe(11);
  });

  it('a cursor from the future (a restored database) starts again; anything else is INVALID_REQUEST', async () => {
    const { id } = await svc.company({});
    const { changes } = await list('999999999999');
    expect(changes.map(({ companyId }) => companyId)).toContain(id);
    for (const cursor of ['x', '-1', '1'.repeat(40)]) {
      await expect(list(cursor)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });
});

describe('Companies', () => {
  it('are listed by handle, page by page', async () => {
    const handles = ['aa-one', 'aa-two', 'aa-three'];
    for (const handle of handles) await svc.apply({ name: handle.toUpperCase() }, handle);
    const first = await svc.admin.listCompanies({ pageSize: 2, pageToken: '' });
    expect(first.items).toEqual([
      { handle: 'aa-one', name: 'AA-ONE' },
      { handle: 'aa-three', name: 'AA-THREE' },
    ]);
    const second = await svc.admin.listCompanies({ pageSize: 1, pageToken: first.nextPageToken as string });
    expect(second.items).toEqual([{ handle: 'aa-two', name: 'AA-TWO' }]);
  });

  it('an unknown handle is NOT_FOUND', async () => {
    await expect(svc.admin.getCompany({ handle: freshHandle() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
