import type { FunnelEditParts, FunnelPage, Step } from '@svc/domain';
import { json, startMetricsServer } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import type { SaveFunnelEditRequest } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markDrafted } from '../../db/funnel-edits.js';
import { requireFunnelId } from '../../db/funnels.js';
import { lockConfiguration } from '../../db/locks.js';
import { insertVersion } from '../../db/versions.js';
import { toVersion, versionContent } from '../../domain/funnel/version-content.js';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A company with one published funnel. */
async function publishedFunnel() {
  const wanted = funnel({ published: { steps: [step(1)] } });
  const { id: companyId, handle, answer } = await service.company({ funnels: [wanted] });
  const { subdomain } = wanted;
  return { companyId, handle, subdomain, versionId: answer.funnels[subdomain]?.published?.id as string };
}
type Place = Pick<Awaited<ReturnType<typeof publishedFunnel>>, 'companyId' | 'subdomain'>;

const save = ({ companyId, subdomain }: Place, parts: FunnelEditParts, more: Partial<SaveFunnelEditRequest> = {}) =>
  service.edits.saveFunnelEdit({ companyId, subdomain, partsJson: json.encode(parts), userName: 'Ada', ...more });
const read = async ({ companyId, subdomain }: Place) => {
  const { edit } = await service.edits.getFunnelEdit({ companyId, subdomain });
  return edit && { ...edit, parts: json.decode<FunnelEditParts>(edit.partsJson) };
};
/** Until a transaction waits for another one. */
const someoneWaits = () => expect.poll(() => countWaiting(service.db)).toBe(1);
const fails = (code: string) => expect.objectContaining({ code });

describe('an edit of a funnel (docs/management.md "Editing a funnel")', () => {
  it('is stored as it was saved, with the version that it begins with and who saved it', async () => {
    const place = await publishedFunnel();
    await expect(read(place)).rejects.toEqual(fails('NOT_FOUND'));
    const { revision, problems } = await save(place, { steps: [step(1), step(2)] }, { baseVersionId: place.versionId });
    expect(problems).toEqual([]);
    expect(await read(place)).toMatchObject({
      revision,
      baseVersionId: place.versionId,
      parts: { steps: [{ id: 1 }, { id: 2 }] },
      updatedBy: 'Ada',
      updateTime: service.clock.now(),
    });
  });

  it('makes no version, raises no change and reaches no other service', async () => {
    const place = await publishedFunnel();
    const { companyId } = place;
    const before = await service.funnels.getCompanyState({ companyId });
    const listChanges = async (cursor: string) => {
      const { changes, cursor: next } = await service.funnels.listCompanyChanges({ cursor });
      return { next, isChanged: changes.some((change) => change.companyId === companyId) };
    };
    // Changes are listed again as long as a transaction of the server is open that began before them, for example of another test.
    let cursor = (await listChanges('')).next;
    await expect
      .poll(async () => {
        const { next, isChanged } = await listChanges(cursor);
        cursor = next;
        return isChanged;
      })
      .toBe(false);
    const asked = service.matcher.prepared;
    const { revision } = await save(place, { steps: [step(2)] });
    await save(place, { steps: [step(3)] }, { expectedRevision: revision });
    expect(await service.funnels.getCompanyState({ companyId })).toEqual(before);
    expect((await listChanges(cursor)).isChanged).toBe(false);
    expect(service.matcher.prepared).toBe(asked);
    const { versions } = await service.admin.listVersions({ ...place, pageSize: 10, pageToken: '' });
    expect(versions).toHaveLength(1);
  });

  it('may be unfinished; its problems are stored with it, and no draft is made of it (docs/dashboard.md Y15.8)', async () => {
    const place = await publishedFunnel();
    const { revision, problems } = await save(place, { steps: [step(1, { key: 'Not a key' })] });
    expect(problems.map(({ path }) => path)).toEqual(['/steps/0/key']);
    expect((await read(place))?.problems).toEqual(problems);
    const draft = service.edits.createDraftFromEdit({ ...place, expectedRevision: revision });
    await expect(draft).rejects.toMatchObject({ code: 'INVALID_BLUEPRINT', details: problems });
  });

  it('is never overwritten by a save of another state', async () => {
    const place = await publishedFunnel();
    const { revision } = await save(place, { steps: [step(1)] });
    const second = await save(place, { steps: [step(2)] }, { expectedRevision: revision });
    expect(second.revision).toBe(revision + 1);
    for (const expectedRevision of [undefined, revision, revision + 2]) {
      await expect(save(place, { steps: [step(3)] }, { expectedRevision })).rejects.toEqual(
        fails('PRECONDITION_FAILED'),
      );
    }
    expect((await read(place))?.parts.steps?.[0]?.id).toBe(2);
  });

  it('of two simultaneous saves of one state, one is stored', async () => {
    const place = await publishedFunnel();
    const { revision } = await save(place, { steps: [step(1)] });
    const saves = await Promise.allSettled(
      [2, 3, 4, 5].map((id) => save(place, { steps: [step(id)] }, { expectedRevision: revision })),
    );
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('begins with the current version, or is refused', async () => {
    const place = await publishedFunnel();
    const stale = save(place, { steps: [step(2)] }, { baseVersionId: 'another' });
    await expect(stale).rejects.toEqual(fails('PRECONDITION_FAILED'));
  });

  it('has another revision than an edit that was discarded before', async () => {
    const place = await publishedFunnel();
    const first = await save(place, { steps: [step(2)] });
    await service.edits.discardFunnelEdit({ ...place, expectedRevision: first.revision });
    await service.edits.discardFunnelEdit({ ...place, expectedRevision: first.revision });
    service.clock.advance(1_000);
    const second = await save(place, { steps: [step(3)] });
    expect(second.revision).toBeGreaterThan(first.revision);
    const stale = service.edits.discardFunnelEdit({ ...place, expectedRevision: first.revision });
    await expect(stale).rejects.toEqual(fails('PRECONDITION_FAILED'));
  });

  it('is listed with its funnel', async () => {
    const place = await publishedFunnel();
    const { revision } = await save(place, { steps: [step(2)] });
    const { items } = await service.admin.listFunnels({
      companyId: place.companyId,
      archived: false,
      pageSize: 10,
      pageToken: '',
    });
    expect(items[0]?.edit).toEqual({ revision, updateTime: service.clock.now(), updatedBy: 'Ada' });
  });

  it.each([
    'getFunnelEdit',
    'saveFunnelEdit',
    'discardFunnelEdit',
    'createDraftFromEdit',
    'renderFunnelEdit',
    'reportEditor',
  ] as const)("%s does not know another company's funnel", async (rpc) => {
    const [mine, theirs] = [await publishedFunnel(), await publishedFunnel()];
    await save(theirs, { steps: [step(1)] });
    const request = {
      companyId: mine.companyId,
      subdomain: theirs.subdomain,
      expectedRevision: 1,
      partsJson: json.encode({}),
      stepsJson: json.encode([]),
      userId: 'u',
      userName: 'U',
      part: '',
    };
    await expect((service.edits[rpc] as (r: unknown) => Promise<unknown>)(request)).rejects.toEqual(fails('NOT_FOUND'));
  });
});

describe('the page of an edit', () => {
  const render = async (place: Place, steps: Step[], locale?: string) => {
    const { companyId, subdomain } = place;
    const { pageJson } = await service.edits.renderFunnelEdit({
      ...{ companyId, subdomain, stepsJson: json.encode(steps) },
      ...(locale ? { locale } : {}),
    });
    return json.decode<FunnelPage>(pageJson);
  };

  it('is, but for the version, the one that shoppers get once the steps are published', async () => {
    const place = await publishedFunnel();
    const steps = [step(1), step(2, { title: { default: 'Skin', de: 'Haut' } })];
    const { version, ...preview } = await render(place, steps, 'de');
    expect(preview.steps[1]?.title).toBe('Haut');
    const { revision } = await save(place, { steps });
    await service.edits.createDraftFromEdit({ ...place, expectedRevision: revision });
    await service.admin.publishDraft({ ...place, force: true });
    const { pageJson } = await service.pages.getFunnelPage({
      host: { name: { $case: 'subdomain', value: place.subdomain } },
      locale: 'de',
      preferredLocales: [],
    });
    const { version: published, ...page } = json.decode<FunnelPage>(pageJson);
    expect(preview).toEqual(page);
    expect([version.number, version.id === published.id]).toEqual([published.number, false]);
  });

  it('may be of unfinished questions, and nothing of it is stored', async () => {
    const place = await publishedFunnel();
    const { steps } = await render(place, [step(1, { key: 'Not a key', selections: [] }), step(1)]);
    expect(steps).toHaveLength(2);
    await expect(read(place)).rejects.toEqual(fails('NOT_FOUND'));
  });
});

describe('a draft that is made of an edit', () => {
  it('has its steps; the edit stays and begins with the draft (docs/dashboard.md Y15.9)', async () => {
    const place = await publishedFunnel();
    const { revision } = await save(place, { steps: [step(1), step(2)] });
    const draft = await service.edits.createDraftFromEdit({ ...place, expectedRevision: revision });
    expect(draft).toMatchObject({ number: 2, warnings: [] });
    const { stepsJson } = await service.admin.describeVersion({ ...place, versionId: draft.versionId });
    expect(json.decode<{ id: number }[]>(stepsJson).map(({ id }) => id)).toEqual([1, 2]);
    expect(await read(place)).toMatchObject({ revision, baseVersionId: draft.versionId });
    expect(await service.edits.createDraftFromEdit({ ...place, expectedRevision: revision })).toEqual(draft);
  });

  it('is of the revision that the caller has read', async () => {
    const place = await publishedFunnel();
    const { revision } = await save(place, { steps: [step(1), step(2)] });
    const draft = service.edits.createDraftFromEdit({ ...place, expectedRevision: revision - 1 });
    await expect(draft).rejects.toEqual(fails('PRECONDITION_FAILED'));
  });

  it('is of the revision that is there when the draft is made, not of one that was saved over meanwhile', async () => {
    const place = await publishedFunnel();
    const { revision } = await save(place, { steps: [step(1), step(2)] });
    const draft = await service.db.transaction(async (held) => {
      await lockConfiguration(held, place.handle);
      const waiting = service.edits.createDraftFromEdit({ ...place, expectedRevision: revision });
      await someoneWaits();
      await save(place, { steps: [step(3)] }, { expectedRevision: revision });
      return { outcome: waiting.catch(({ code }) => code) };
    });
    expect(await draft.outcome).toBe('PRECONDITION_FAILED');
    const { versions } = await service.admin.listVersions({ ...place, pageSize: 10, pageToken: '' });
    expect(versions).toHaveLength(1);
  });

  /** Saves the edit while a draft of it is about to be committed. */
  async function saveWhileDrafted(namesBase: boolean) {
    const place = await publishedFunnel();
    const { companyId, subdomain, versionId } = place;
    const { revision: expectedRevision } = await save(place, { steps: [step(1), step(2)] });
    const base = namesBase ? { baseVersionId: versionId } : {};
    const draft = toVersion(versionContent([step(1), step(2)], [step(1)]), 2);
    const { saved } = await service.db.transaction(async (held) => {
      const funnelId = await requireFunnelId(held, companyId, subdomain);
      await insertVersion(held, { companyId, funnelId }, draft, 'DRAFT', service.clock.now());
      await markDrafted(held, funnelId, expectedRevision, draft.id);
      const waiting = save(place, { steps: [step(3)] }, { expectedRevision, ...base });
      await someoneWaits();
      return { saved: waiting.catch(({ code }) => code) };
    });
    return { saved: await saved, edit: await read(place), expectedRevision, draft };
  }

  it('is what the edit begins with, also if the edit is saved while the draft is made', async () => {
    const { edit, expectedRevision, draft } = await saveWhileDrafted(false);
    expect(edit).toMatchObject({ revision: expectedRevision + 1, baseVersionId: draft.id });
  });

  it('is another version than a save names that was made before it', async () => {
    const { saved, edit, expectedRevision, draft } = await saveWhileDrafted(true);
    expect(saved).toBe('PRECONDITION_FAILED');
    expect(edit).toMatchObject({ revision: expectedRevision, baseVersionId: draft.id });
  });

  it('takes the edit with it when it is published, unless the edit has changed since or has more than steps', async () => {
    const publish = async (change: (place: Place, revision: number) => Promise<unknown>) => {
      const place = await publishedFunnel();
      const { revision } = await save(place, { steps: [step(1), step(2)] });
      await service.edits.createDraftFromEdit({ ...place, expectedRevision: revision });
      await change(place, revision);
      await service.admin.publishDraft({ ...place, force: true });
      return read(place).catch(({ code }) => code);
    };
    expect(await publish(async () => undefined)).toBe('NOT_FOUND');
    const later = await publish((place, expectedRevision) => save(place, { steps: [step(1)] }, { expectedRevision }));
    expect(later).toMatchObject({ parts: { steps: [{ id: 1 }] } });
  });
});

describe('users who work on a funnel', () => {
  const report = async ({ companyId, subdomain }: Place, userId: string, part: string) =>
    (await service.edits.reportEditor({ companyId, subdomain, userId, userName: userId.toUpperCase(), part })).others;

  it('see each other for 45 s after the last report', async () => {
    const place = await publishedFunnel();
    const since = service.clock.now();
    expect(await report(place, 'ada', 'step 1')).toEqual([]);
    service.clock.advance(20_000);
    expect(await report(place, 'bob', 'step 2')).toEqual([{ userName: 'ADA', part: 'step 1', sinceTime: since }]);
    await report(place, 'ada', 'step 3');
    service.clock.advance(45_000);
    expect(await report(place, 'bob', 'step 2')).toEqual([{ userName: 'ADA', part: 'step 3', sinceTime: since }]);
    service.clock.advance(1);
    expect(await report(place, 'bob', 'step 2')).toEqual([]);
    const rows = await service.db('funnel_editors').where({ company_id: place.companyId });
    expect(rows).toHaveLength(1);
  });

  it('who come again have come now', async () => {
    const place = await publishedFunnel();
    await report(place, 'ada', '');
    service.clock.advance(60_000);
    await report(place, 'ada', '');
    expect(await report(place, 'bob', '')).toEqual([{ userName: 'ADA', part: '', sinceTime: service.clock.now() }]);
  });
});

it('saves of edits are counted by outcome (docs/metrics.md)', async () => {
  const metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  const place = await publishedFunnel();
  await save(place, { steps: [step(1)] });
  await expect(save(place, { steps: [step(2)] })).rejects.toEqual(fails('PRECONDITION_FAILED'));
  const text = await (await fetch(`http://${metrics.address}/metrics`)).text();
  await metrics.close();
  expect(text).toContain('svc_edit_saves_total{outcome="saved"} 1');
  expect(text).toContain('svc_edit_saves_total{outcome="PRECONDITION_FAILED"} 1');
});
