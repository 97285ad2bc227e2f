import type { FunnelBlueprint, Step } from '@svc/domain';
import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplyOutcome } from '../../domain/apply/apply-outcome.js';
import { freshSubdomain, option, step } from '../../testing/blueprints.testing.js';
import { freshHandle, startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

/** One funnel of a company of its own, and ways to change it. */
function quiz() {
  const [handle, subdomain] = [freshHandle(), freshSubdomain()];
  return {
    handle,
    subdomain,
    async apply(wanted: Omit<FunnelBlueprint, 'subdomain'>) {
      const { funnels, changed } = await svc.apply({ funnels: [{ subdomain, ...wanted }] }, handle);
      return { ...funnels[subdomain], changed: changed.map((path) => path.replace(`funnels/${subdomain}`, '')) };
    },
    async publish() {
      const { companyId } = await svc.admin.getCompany({ handle });
      return svc.admin.publishDraft({ companyId, subdomain, force: false });
    },
    async versions() {
      const { companyId } = await svc.admin.getCompany({ handle });
      const { versions } = await svc.admin.listVersions({ companyId, subdomain, pageSize: 100, pageToken: '' });
      return versions.map(({ number, state }) => `${number} ${state.replace('VERSION_STATE_', '')}`);
    },
  };
}

const steps = (...list: Step[]) => ({ steps: list });
const loadSteps = async (versionId: string | undefined): Promise<Step[]> => {
  const { versionJson } = await svc.funnels.getVersion({ versionId: versionId as string });
  return JSON.parse(versionJson.toString()).steps;
};

describe('Versions of an applied funnel', () => {
  it('`published` is published only if it differs from the current published version', async () => {
    const { apply, versions } = quiz();
    const first = await apply({ published: steps(step(1), step(2)) });
    // The order in the file and the order of keys mean nothing.
    const turned = [step(2), step(1)].map(
      (step) => Object.fromEntries(Object.entries(step).reverse()) as unknown as Step,
    );
    const unchanged = await apply({ published: steps(...turned) });
    expect(unchanged).toEqual({ ...first, changed: [] });
    const next = await apply({ published: steps(step(1)) });
    expect(next).toMatchObject({ changed: ['/published'], published: { number: 2 } });
    expect(await versions()).toEqual(['2 PUBLISHED', '1 SUPERSEDED']);
  });

  it('the list of funnels has the versions in force of each; archived funnels have a list of their own', async () => {
    const { apply, handle, subdomain } = quiz();
    const { published, draft } = await apply({ published: steps(step(1)), draft: steps(step(2)) });
    const old = freshSubdomain();
    await svc.apply({ funnels: [{ subdomain: old, archived: true }] }, handle);
    const { companyId } = await svc.admin.getCompany({ handle });
    const list = (pageToken: string, archived = false) =>
      svc.admin.listFunnels({ companyId, archived, pageSize: 1, pageToken });
    expect((await list('', true)).items).toMatchObject([{ subdomain: old }]);
    const { items, nextPageToken } = await list('');
    expect(nextPageToken).toBe('');
    expect(items).toMatchObject([{ subdomain, published, draft }]);
    const second = freshSubdomain();
    await svc.apply({ funnels: [{ subdomain: second }] }, handle);
    const next = await list((await list('')).nextPageToken);
    expect(next.items).toMatchObject([{ subdomain: second, paused: false }]);
    expect(next.items[0]?.published).toBeUndefined();
  });

  it('a version is returned with its steps by its own funnel only', async () => {
    const [mine, other] = [quiz(), quiz()];
    const { published, draft } = await mine.apply({ published: steps(step(1)), draft: steps(step(2)) });
    await other.apply({});
    const { companyId } = await svc.admin.getCompany({ handle: mine.handle });
    const foreign = await svc.admin.getCompany({ handle: other.handle });
    const describe = (versionId: string | undefined, of = { companyId, subdomain: mine.subdomain }) =>
      svc.admin.describeVersion({ ...of, versionId: versionId as string });
    const found = await describe(draft?.id);
    expect(found.version).toMatchObject({ id: draft?.id, number: 2 });
    expect(JSON.parse(found.stepsJson.toString())).toMatchObject([{ id: 2 }]);
    expect((await describe(published?.id)).version).toMatchObject({ number: 1 });
    await expect(describe('unknown')).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    const theirs = { companyId: foreign.companyId, subdomain: other.subdomain };
    await expect(describe(draft?.id, theirs)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    await expect(describe(draft?.id, { companyId, subdomain: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a new version has the next number; a draft that replaces a draft has a new id and keeps its number', async () => {
    const { apply, versions } = quiz();
    const first = await apply({ published: steps(step(1)), draft: steps(step(2)) });
    const second = await apply({ draft: steps(step(3)) });
    expect(second.draft?.number).toBe(2);
    expect(second.draft?.id).not.toBe(first.draft?.id);
    // What a preview analysis refers to never changes.
    expect(await loadSteps(first.draft?.id)).toMatchObject([{ id: 2 }]);
    expect((await apply({ published: steps(step(4)) })).published?.number).toBe(3);
    expect(await versions()).toEqual(['3 PUBLISHED', '2 DRAFT', '2 DISCARDED', '1 SUPERSEDED']);
  });

  it('a draft equal to the current one is unchanged; `draft: null` removes it, and the next one has a new number', async () => {
    const { apply, versions } = quiz();
    const first = await apply({ draft: steps(step(1)) });
    expect(await apply({ draft: steps(step(1)) })).toEqual({ ...first, changed: [] });
    expect((await apply({ draft: null })).changed).toEqual(['/draft']);
    expect((await apply({ draft: null })).changed).toEqual([]);
    expect((await apply({ draft: steps(step(1)) })).draft?.number).toBe(2);
    expect(await versions()).toEqual(['2 DRAFT', '1 DISCARDED']);
  });

  it('30 concurrent applies on two replicas take turns: every version is published once, numbers have no gap', async () => {
    const { apply, handle, subdomain, versions } = quiz();
    await apply({ published: steps(step(1)) });
    const replica = await svc.startReplica();
    const numbers = Array.from({ length: 30 }, async (_, index) => {
      const blueprint = { funnels: [{ subdomain, published: steps(step(100 + index)) }] };
      const { admin } = index % 2 ? svc : replica;
      const { body } = await admin.applyBlueprint({ handle, blueprintJson: json.encode(blueprint) });
      return json.decode<ApplyOutcome>(body).funnels[subdomain]?.published?.number;
    });
    const expected = Array.from({ length: 30 }, (_, index) => index + 2);
    expect((await Promise.all(numbers)).sort((a = 0, b = 0) => a - b)).toEqual(expected);
    expect(await versions()).toEqual([
      '31 PUBLISHED',
      ...expected.map((number) => `${number - 1} SUPERSEDED`).reverse(),
    ]);
  });

  it('formerKeys are carried forward, so that a chain of renames keeps working while files name only the last one', async () => {
    const { apply } = quiz();
    const named = (key: string, ...formerKeys: string[]) =>
      steps(step(1, { selections: [option(key, { formerKeys })] }));
    await apply({ published: named('a') });
    await apply({ published: named('b', 'a') });
    const third = await apply({ published: named('c', 'b') });
    expect((await loadSteps(third.published?.id))[0]?.selections[0]?.formerKeys).toEqual(['b', 'a']);
    expect(await apply({ published: named('c', 'b') })).toEqual({ ...third, changed: [] });
  });

  it('formerIds are carried forward in drafts too', async () => {
    const { apply } = quiz();
    await apply({ published: steps(step(1)) });
    await apply({ published: steps(step(2, { formerIds: [1] })) });
    const { draft } = await apply({ draft: steps(step(3, { formerIds: [2] })) });
    expect((await loadSteps(draft?.id))[0]?.formerIds).toEqual([2, 1]);
  });

  it('a draft that a file repeats keeps its id when the published version gained a history meanwhile', async () => {
    const { apply } = quiz();
    const draft = steps(step(1, { selections: [option('b')] }), step(2));
    const file = { draft, published: steps(step(1, { selections: [option('a')] })) };
    await apply(file);
    const renamed = { draft, published: steps(step(1, { selections: [option('b', { formerKeys: ['a'] })] })) };
    const second = await apply(renamed);
    expect(second.changed).toEqual(['/published']);
    expect(await apply(renamed)).toEqual({ ...second, changed: [] });
  });
});

describe('PublishDraft (docs/management.md "Versions")', () => {
  it('makes the draft the published version, with its id and number; there is no draft afterwards', async () => {
    const { apply, publish, versions, handle } = quiz();
    const { draft } = await apply({ published: steps(step(1)), draft: steps(step(2)) });
    const { companyId } = await svc.admin.getCompany({ handle });
    const messages: string[] = [];
    svc.bus.subscribe('company-changed', (message) => void messages.push(message.companyId ?? ''));
    expect(await publish()).toEqual({ versionId: draft?.id, number: 2 });
    expect(await apply({})).toMatchObject({ published: draft, changed: [] });
    expect(await versions()).toEqual(['2 PUBLISHED', '1 SUPERSEDED']);
    expect(messages).toContain(companyId);
    await expect(publish()).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
  });

  it('carries a history that the published version gained since, in a new version with the draft’s number', async () => {
    const { apply, publish, versions } = quiz();
    const named = (key: string, ...formerKeys: string[]) =>
      steps(step(1, { selections: [option(key, { formerKeys })] }));
    await apply({ published: named('a') });
    const { draft } = await apply({ draft: named('c', 'b') });
    await apply({ published: named('b', 'a') });
    const { versionId, number } = await publish();
    expect(versionId).not.toBe(draft?.id);
    expect(number).toBe(draft?.number);
    expect((await loadSteps(versionId))[0]?.selections[0]?.formerKeys).toEqual(['b', 'a']);
    expect((await loadSteps(draft?.id))[0]?.selections[0]?.formerKeys).toEqual(['b']);
    expect(await versions()).toEqual(['2 PUBLISHED', '3 SUPERSEDED', '2 DISCARDED', '1 SUPERSEDED']);
  });

  it('unknown, archived and foreign funnels are NOT_FOUND', async () => {
    const mine = quiz();
    await mine.apply({ draft: steps(step(1)) });
    const other = quiz();
    await other.apply({});
    const { companyId } = await svc.admin.getCompany({ handle: other.handle });
    const publish = (request: { companyId: string; subdomain: string }) =>
      svc.admin.publishDraft({ ...request, force: false });
    for (const request of [
      { companyId, subdomain: mine.subdomain },
      { companyId, subdomain: 'unknown' },
      { companyId: 'unknown', subdomain: mine.subdomain },
    ]) {
      await expect(publish(request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await mine.apply({ archived: true });
    await expect(mine.publish()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(mine.versions()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('10 concurrent publishes publish once', async () => {
    const { apply, publish, versions } = quiz();
    await apply({ draft: steps(step(1)) });
    const results = await Promise.allSettled(Array.from({ length: 10 }, publish));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await versions()).toEqual(['1 PUBLISHED']);
  });
});
