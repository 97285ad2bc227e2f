import type { Blueprint } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { freshHandle, startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeEach(async () => {
  svc = await startTestService();
});
afterEach(() => svc.stop());

const tagging = (tag: string) => ({ products: { P1: [tag] }, variants: {} });
const product = (shopSystemId: string) => ({ shopSystemId, name: shopSystemId, tags: [], variants: [] });
const catalog = (...ids: string[]) => ({ products: ids.map(product) });
const oneStep = { steps: [step(1)] };
const pending = () => svc.db('blueprint_deliveries').whereNull('delivered_at').orderBy('revision');

describe('Parts of other services (docs/management.md "Applying")', () => {
  it('go to their owners after the commit, each only what its owner calls changed', async () => {
    const quiz = funnel({ assortment: { tags: ['a:b'], productIds: [] }, published: oneStep });
    const file: Blueprint = {
      handle: freshHandle(),
      tagging: tagging('a:b'),
      catalog: catalog('P1'),
      feed: null,
      funnels: [quiz],
    };
    const { funnels, changed } = await svc.apply(file);
    expect(changed).toEqual(['companyKey', 'tagging', 'catalog', `funnels/${quiz.subdomain}`]);
    const { companyId } = await svc.admin.getCompany({ handle: file.handle as string });
    const id = funnels[quiz.subdomain]?.id as string;
    expect(svc.matcher.applied).toEqual([
      {
        companyId,
        revision: 1,
        part: { tagging: tagging('a:b'), funnels: { [id]: { assortment: { tags: ['a:b'], productIds: [] } } } },
      },
    ]);
    expect(svc.catalog.applied).toEqual([
      { companyId, revision: 1, part: { currency: 'EUR', catalog: catalog('P1') } },
    ]);
    expect(await pending()).toEqual([]);
  });

  it('the answer lists their changed keys by sub-domain', async () => {
    const quiz = funnel();
    const { handle } = await svc.company({ funnels: [quiz] });
    const wanted = { subdomain: quiz.subdomain, assortment: { tags: ['x:y'], productIds: [] } };
    expect((await svc.apply({ funnels: [wanted] }, handle)).changed).toEqual([`funnels/${quiz.subdomain}/assortment`]);
    expect((await svc.apply({ funnels: [wanted] }, handle)).changed).toEqual([]);
  });

  it('catalog-sync receives a changed currency without the catalog, which an import may have replaced', async () => {
    const file: Blueprint = { handle: freshHandle(), catalog: catalog('P1') };
    await svc.apply(file);
    expect((await svc.apply({ ...file, currency: 'CHF' })).changed).toEqual(['currency']);
    expect(svc.catalog.applied.map(({ revision, part }) => ({ revision, part }))).toEqual([
      { revision: 1, part: { currency: 'EUR', catalog: catalog('P1') } },
      { revision: 2, part: { currency: 'CHF' } },
    ]);
  });

  it('an owner that a blueprint does not concern is not asked, so publishing works while it is down', async () => {
    svc.matcher.faults.down = true;
    svc.catalog.faults.down = true;
    const { changed } = await svc.apply({ funnels: [funnel({ published: oneStep })] });
    expect(changed).toHaveLength(2);
    expect([svc.matcher.prepared, svc.catalog.prepared]).toEqual([0, 0]);
  });

  it('an owner that is down: UNAVAILABLE, and nothing has changed anywhere', async () => {
    svc.catalog.faults.down = true;
    const file = {
      name: 'Glow',
      tagging: tagging('a:b'),
      catalog: catalog('P1'),
      funnels: [funnel({ published: oneStep })],
    };
    await expect(svc.apply(file)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('nothing was changed'),
    });
    expect(await svc.db('companies')).toEqual([]);
    expect(svc.matcher.applied).toEqual([]);
  });

  it('a refusal by an owner is INVALID_BLUEPRINT with pointers into the file, and nothing has changed', async () => {
    const [a, b] = [funnel(), funnel()];
    const { handle, answer } = await svc.company({ funnels: [a, b] });
    const id = answer.funnels[b.subdomain]?.id;
    svc.matcher.faults.refuse = new ServiceError('INVALID_BLUEPRINT', 'No.', {
      details: [{ path: `/funnels/${id}/matching/rules/0`, message: 'No.' }],
    });
    const file = { name: 'After', tagging: tagging('a:b'), funnels: [a, b] };
    await expect(svc.apply(file, handle)).rejects.toMatchObject({
      code: 'INVALID_BLUEPRINT',
      details: [{ path: '/funnels/1/matching/rules/0', message: 'No.' }],
    });
    expect(await svc.admin.getCompany({ handle })).toMatchObject({ name: handle });
  });

  it('an unreachable set of the matcher is named before anything is written', async () => {
    const tab = {
      key: 'FACE',
      name: { en: 'Face' },
      description: null,
      maxItemsToShow: null,
      enabled: true,
      select: { tags: [], productIds: [], sets: ['starter'] },
    };
    const quiz = funnel({ resultPage: { enabled: true, tabs: [tab] } });
    const { handle } = await svc.company({});
    await expect(svc.apply({ funnels: [quiz] }, handle)).rejects.toMatchObject({
      details: [expect.objectContaining({ path: '/funnels/0/resultPage/tabs/0/select/sets/0' })],
    });
    const starter = {
      key: 'starter',
      name: { en: 'Starter' },
      variantId: 'S1',
      variants: [{ id: 'V1', quantity: 1 }],
      lift: 'all' as const,
    };
    await svc.apply({ sets: [starter] }, handle);
    expect((await svc.apply({ funnels: [quiz] }, handle)).changed).toEqual([`funnels/${quiz.subdomain}`]);
  });
});

describe('An apply that is interrupted after the commit', () => {
  const file = (tag: string): Blueprint => ({ tagging: tagging(tag), catalog: catalog('P1') });

  it('an owner that stops between prepare and delivery is UNAVAILABLE; applying the same file again finishes the apply', async () => {
    const handle = freshHandle();
    svc.matcher.faults.dieAfterPrepare = true;
    await expect(svc.apply(file('a:b'), handle)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Applying the same file again finishes it'),
    });
    // The other owner has its part, and the dead one's waits.
    expect(svc.catalog.applied).toHaveLength(1);
    expect(await pending()).toMatchObject([
      { participant: 'matcher', last_error: expect.stringMatching(/^UNAVAILABLE/) },
    ]);
    // Still dead: still not finished.
    await expect(svc.apply(file('a:b'), handle)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    Object.assign(svc.matcher.faults, { down: false, dieAfterPrepare: false });
    expect((await svc.apply(file('a:b'), handle)).changed).toEqual([]);
    expect(svc.matcher.applied.map(({ revision, part }) => ({ revision, part }))).toEqual([
      { revision: 1, part: { tagging: tagging('a:b') } },
    ]);
  });

  it('the background loop finishes it without another apply', async () => {
    svc.matcher.faults.dieAfterPrepare = true;
    await expect(svc.apply(file('a:b'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    Object.assign(svc.matcher.faults, { down: false, dieAfterPrepare: false });
    await expect.poll(() => svc.matcher.applied).toHaveLength(1);
    await expect.poll(pending).toEqual([]);
  });

  it('parts that a process left behind are delivered by the next one, in order of revision', async () => {
    // A process that was killed between commit and delivery leaves committed rows behind that no process is sending.
    const handle = freshHandle();
    await svc.apply({}, handle);
    const { companyId } = await svc.admin.getCompany({ handle });
    const row = (revision: number, participant: string, payload: unknown) => ({
      company_id: companyId,
      participant,
      revision,
      payload: JSON.stringify(payload),
    });
    await svc.db.transaction(async (trx) => {
      await trx('blueprint_deliveries').insert([
        row(2, 'matcher', { tagging: tagging('second:x') }),
        row(1, 'matcher', { tagging: tagging('first:x') }),
        row(1, 'catalog', { catalog: catalog('P1') }),
      ]);
      await trx('companies').where({ id: companyId }).update({ revision: 2 });
    });
    await svc.startReplica();
    await expect.poll(pending).toEqual([]);
    expect(svc.matcher.applied.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(svc.catalog.applied.map(({ revision }) => revision)).toEqual([1]);
  });

  it('a later part waits for the earlier one, also under many applies and two replicas', async () => {
    const handle = freshHandle();
    const replica = await svc.startReplica();
    const flaky = setInterval(() => {
      svc.matcher.faults.down = Math.random() < 0.5;
    }, 5);
    const applies = Array.from({ length: 30 }, (_, index) => {
      const { admin } = index % 2 ? svc : replica;
      return admin.applyBlueprint({ handle, blueprintJson: json.encode({ tagging: tagging(`n:${index}`) }) });
    });
    await Promise.allSettled(applies);
    clearInterval(flaky);
    svc.matcher.faults.down = false;
    await svc.apply({ tagging: tagging('last:one') }, handle);
    const revisions = svc.matcher.applied.map(({ revision }) => revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(new Set(revisions).size).toBe(revisions.length);
    // No revision was skipped: everything that was committed has arrived.
    const [{ revision }] = await svc.db('companies').where({ handle });
    expect(revisions).toEqual(Array.from({ length: Number(revision) }, (_, index) => index + 1));
    expect(svc.matcher.applied.at(-1)?.part).toEqual({ tagging: tagging('last:one') });
  });

  it('a delivered payload is not kept', async () => {
    await svc.apply(file('a:b'));
    const rows = await svc.db('blueprint_deliveries');
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.payload === null && row.delivered_at !== null)).toBe(true);
  });
});
