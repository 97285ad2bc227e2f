import { DEFAULT_MATCHING, type FunnelEditParts } from '@svc/domain';
import { json } from '@svc/kit';
import { DeadEndKind, type ReleaseFunnelRequest } from '@svc/proto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';
import { type ReleaseDeps, releaseFunnel } from './release-funnel.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.matcher.onCheck = async () => ({ blockingDeadEnds: 0, deadEnds: { total: 0, first: [] } });
  service.matcher.faults.down = false;
  service.matcher.checked.length = 0;
});

const matching = (key: string) => ({
  ...DEFAULT_MATCHING,
  rules: [{ key, then: { exclude: { tags: ['a:b'], productIds: [], variantIds: [] } } }],
});

/** A company with one published funnel, and calls for it. */
async function publishedFunnel() {
  const wanted = funnel({ published: { steps: [step(1)] } });
  const { id: companyId, handle } = await service.company({ funnels: [wanted] });
  const { subdomain } = wanted;
  const place = { companyId, subdomain };
  return {
    ...place,
    handle,
    async save(parts: FunnelEditParts, expectedRevision?: number) {
      const request = { ...place, partsJson: json.encode(parts), userName: 'Ada', expectedRevision };
      return (await service.edits.saveFunnelEdit(request)).revision;
    },
    async release(revision: number, more: Partial<ReleaseFunnelRequest> = {}) {
      const source = { $case: 'revision' as const, value: revision };
      const base = { ...place, source, force: false, note: '', userName: 'Ada' };
      return (await service.releases.releaseFunnel({ ...base, ...more })).outcome;
    },
    async restore(release: number, force = false) {
      const request = { ...place, release, force, note: '', userName: 'Bo' };
      return (await service.releases.restoreRelease(request)).outcome;
    },
    list: async () => (await service.releases.listReleases({ ...place, pageSize: 10, pageToken: '' })).releases,
    edit: () => service.edits.getFunnelEdit(place),
    async inForce() {
      const found = (await service.exportBlueprint(handle)).funnels?.find((each) => each.subdomain === subdomain);
      return {
        steps: found?.published?.steps.map(({ id }) => id),
        rules: found?.matching?.rules.map(({ key }) => key),
      };
    },
    async compare(from: object, to: object, locale?: string, names: Record<string, string> = {}) {
      const { body, ...unnamed } = await service.releases.compareFunnel({
        ...{ ...place, from: from as never, to: to as never, locale },
        ...{ productNames: names, variantNames: names },
      });
      return { ...json.decode<{ to: object; changes: { kind: string; sentence: string }[] }>(body), unnamed };
    },
  };
}
type Quiz = Awaited<ReturnType<typeof publishedFunnel>>;

/** The database, where something happens after the first transaction. */
function afterFirstTransaction(db: Knex, happens: () => Promise<unknown>): Knex {
  let isFirst = true;
  const transaction = async (work: (trx: Knex.Transaction) => Promise<unknown>) => {
    const result = await db.transaction(work);
    if (isFirst) await happens();
    isFirst = false;
    return result;
  };
  return new Proxy(db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) });
}

const fails = (code: string) => expect.objectContaining({ code });
const PUBLISHED = { state: { $case: 'published', value: true } };
const EDIT = { state: { $case: 'edit', value: true } };
const toRelease = (value: number) => ({ state: { $case: 'release', value } });

describe('ReleaseFunnel (docs/releases.md "Releases")', () => {
  it('publishes all parts of the edit by one apply, ends the edit and records who released it', async () => {
    const quiz = await publishedFunnel();
    const revision = await quiz.save({ steps: [step(1), step(2)], matching: matching('no-b') });
    service.clock.advance(1_000);
    const outcome = await quiz.release(revision, { note: 'For spring' });
    expect(outcome).toMatchObject({ release: 2, version: { number: 2 }, settingsVersion: 1, warnings: [] });
    expect(await quiz.inForce()).toEqual({ steps: [1, 2], rules: ['no-b'] });
    await expect(quiz.edit()).rejects.toEqual(fails('NOT_FOUND'));
    expect(await quiz.list()).toMatchObject([
      { number: 2, version: outcome?.version, note: 'For spring', userName: 'Ada', inForce: true },
      { number: 1, version: { number: 1 }, note: '', userName: '', inForce: false, settingsVersion: 0 },
    ]);
  });

  it('checks the edit with its settings, compared with what is published', async () => {
    const quiz = await publishedFunnel();
    await quiz.release(await quiz.save({ steps: [step(2)], matching: matching('no-b') }));
    const [request] = service.matcher.checked;
    expect(request?.version?.$case).toBe('stepsJson');
    expect(json.decode(request?.settingsJson as Buffer)).toMatchObject({ matching: { rules: [{ key: 'no-b' }] } });
    expect(request?.baselineVersionId).toBeDefined();
  });

  it('dead ends are a CONFLICT that points into the edit; force publishes', async () => {
    const quiz = await publishedFunnel();
    const revision = await quiz.save({ steps: [step(1), step(2)] });
    const answers = [{ step: 2, key: 'step_2', chosen: ['a'] }];
    const kind = DeadEndKind.DEAD_END_KIND_ANSWERS;
    service.matcher.onCheck = async () => ({
      blockingDeadEnds: 1,
      deadEnds: { total: 1, first: [{ kind, answers, paths: 1, example: answers }] },
    });
    await expect(quiz.release(revision)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: [{ path: '/steps/1', message: 'Nothing matches with step_2 = a.' }],
    });
    expect(await quiz.inForce()).toMatchObject({ steps: [1] });
    await expect(quiz.release(revision, { force: true })).resolves.toMatchObject({ release: 2 });
  });

  it('what was read and checked is what is published: an edit, a version or settings that changed are 412, which says what changed (docs/dashboard.md Y37.2)', async () => {
    const quiz = await publishedFunnel();
    const revision = await quiz.save({ steps: [step(2)] });
    await expect(quiz.release(revision - 1)).rejects.toEqual(fails('PRECONDITION_FAILED'));
    const whileChecked = async (what: string, change: () => Promise<unknown>) => {
      service.matcher.onCheck = async () => {
        await change();
        return { blockingDeadEnds: 0, deadEnds: { total: 0, first: [] } };
      };
      await expect(quiz.release(revision)).rejects.toMatchObject({
        code: 'PRECONDITION_FAILED',
        message: `${what} while it was released. Nothing was published. Review it, then release it again.`,
      });
    };
    const apply = (part: object) => service.apply({ funnels: [{ subdomain: quiz.subdomain, ...part }] }, quiz.handle);
    await whileChecked('The settings were changed', () => apply({ matching: matching('other') }));
    await whileChecked('The edit was changed', () => quiz.save({ steps: [step(3)] }, revision));
    const next = revision + 1;
    service.matcher.onCheck = async () => {
      await apply({ published: { steps: [step(9)] } });
      return { blockingDeadEnds: 0, deadEnds: { total: 0, first: [] } };
    };
    await expect(quiz.release(next)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('The funnel got another version'),
    });
    // The edit does not begin with the version that is in force by now.
    await expect(quiz.release(next)).rejects.toMatchObject({
      message: expect.stringContaining('since the edit began'),
    });
    expect(await quiz.inForce()).toEqual({ steps: [9], rules: ['other'] });
  });

  it('answers with its own number, also if something else is published before its settings are delivered', async () => {
    const quiz = await publishedFunnel();
    const { subdomain, handle } = quiz;
    service.matcher.faults.onApply = async () => {
      service.matcher.faults.onApply = undefined;
      await service.apply({ funnels: [{ subdomain, published: { steps: [step(9)] } }] }, handle);
    };
    const outcome = await quiz.release(await quiz.save({ steps: [step(2)], matching: matching('no-b') }));
    expect((await quiz.list()).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(outcome).toMatchObject({ release: 2, version: { number: 2 } });
  });

  it('publishes the revision that it names, and over no version that it does not begin with, whatever happens between two of its reads', async () => {
    const change: Record<string, (quiz: Quiz, revision: number) => Promise<unknown>> = {
      save: (quiz, revision) => quiz.save({ steps: [step(3)] }, revision),
      publish: ({ subdomain, handle }) =>
        service.apply({ funnels: [{ subdomain, published: { steps: [step(9)] } }] }, handle),
    };
    for (const happens of Object.values(change)) {
      const quiz = await publishedFunnel();
      const { companyId, subdomain } = quiz;
      const revision = await quiz.save({ steps: [step(2)] });
      let applied = 0;
      const release = releaseFunnel({
        db: afterFirstTransaction(service.db, () => happens(quiz, revision)),
        apply: async () => {
          applied += 1;
          throw new Error('Something is published.');
        },
      } as unknown as ReleaseDeps);
      const request = { companyId, subdomain, source: { revision }, force: true, note: '', userName: 'Ada' };
      await expect(release(request)).rejects.toEqual(fails('PRECONDITION_FAILED'));
      expect(applied).toBe(0);
    }
  });

  it('an edit with problems is INVALID_BLUEPRINT with pointers into its parts', async () => {
    const quiz = await publishedFunnel();
    const revision = await quiz.save({ steps: [step(1), step(1)] });
    for (const force of [false, true]) {
      await expect(quiz.release(revision, { force })).rejects.toMatchObject({
        code: 'INVALID_BLUEPRINT',
        details: expect.arrayContaining([{ path: '/steps/1/id', message: expect.any(String) }]),
      });
    }
  });

  it('settings of a funnel without a published version are refused, and the edit stays', async () => {
    const wanted = funnel({ draft: { steps: [step(1)] } });
    const { id: companyId, handle } = await service.company({ funnels: [wanted] });
    const place = { companyId, subdomain: wanted.subdomain };
    const partsJson = json.encode({ matching: matching('no-b') });
    const { revision } = await service.edits.saveFunnelEdit({ ...place, partsJson, userName: 'Ada' });
    const source = { $case: 'revision' as const, value: revision };
    for (const force of [false, true]) {
      await expect(
        service.releases.releaseFunnel({ ...place, source, force, note: '', userName: 'Ada' }),
      ).rejects.toEqual(fails('FUNNEL_NOT_PUBLISHED'));
    }
    expect((await service.edits.getFunnelEdit(place)).edit?.revision).toBe(revision);
    expect((await service.exportBlueprint(handle)).funnels?.[0]?.matching?.rules ?? []).toEqual([]);
  });

  it('what is in force already is a CONFLICT, and the edit stays', async () => {
    const quiz = await publishedFunnel();
    await expect(quiz.release(await quiz.save({ steps: [step(1)] }))).rejects.toEqual(fails('CONFLICT'));
    await expect(quiz.edit()).resolves.toBeDefined();
  });

  it('a draft that is all of the edit is promoted and keeps its number; a draft can be released without an edit', async () => {
    const quiz = await publishedFunnel();
    const { companyId, subdomain } = quiz;
    const revision = await quiz.save({ steps: [step(2)] });
    const draft = await service.edits.createDraftFromEdit({ companyId, subdomain, expectedRevision: revision });
    expect((await quiz.release(revision))?.version).toEqual({ id: draft.versionId, number: draft.number });
    await expect(quiz.edit()).rejects.toEqual(fails('NOT_FOUND'));

    const { funnels } = await service.apply({ funnels: [{ subdomain, draft: { steps: [step(5)] } }] }, quiz.handle);
    const id = funnels[subdomain]?.draft?.id as string;
    const other = { source: { $case: 'draftVersionId' as const, value: 'another' } };
    await expect(quiz.release(0, other)).rejects.toEqual(fails('PRECONDITION_FAILED'));
    const named = { source: { $case: 'draftVersionId' as const, value: id }, note: 'From a file' };
    await expect(quiz.release(0, named)).resolves.toMatchObject({ release: 3, version: { id } });
    expect((await quiz.list())[0]).toMatchObject({ note: 'From a file', userName: 'Ada' });
  });

  it('every way to publish is in the list: company files, drafts and rollbacks (docs/dashboard.md Y38.1)', async () => {
    const quiz = await publishedFunnel();
    const { companyId, subdomain } = quiz;
    await service.apply(
      { funnels: [{ subdomain, published: { steps: [step(2)] }, draft: { steps: [step(3)] } }] },
      quiz.handle,
    );
    await service.admin.publishDraft({ companyId, subdomain, force: true });
    await service.releases.rollBackFunnel({ companyId, subdomain, version: { $case: 'number', value: 1 } });
    expect((await quiz.list()).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });
});

describe('RestoreRelease (docs/releases.md "Rollback")', () => {
  it('brings questionnaire and settings back as they were last together, also settings that were saved in between (docs/dashboard.md Y38.2)', async () => {
    const quiz = await publishedFunnel();
    const { subdomain } = quiz;
    // In force without a release of its own.
    await service.apply({ funnels: [{ subdomain, matching: matching('saved-later') }] }, quiz.handle);
    await quiz.release(await quiz.save({ steps: [step(2)], matching: matching('second') }));
    service.clock.advance(1_000);
    expect(await quiz.restore(1)).toMatchObject({ release: 3 });
    expect(await quiz.inForce()).toEqual({ steps: [1], rules: ['saved-later'] });
    expect((await quiz.list())[0]).toMatchObject({ number: 3, restored: 1, userName: 'Bo', inForce: true });
    await expect(quiz.restore(99)).rejects.toEqual(fails('VERSION_NOT_FOUND'));
    await expect(quiz.restore(3)).rejects.toEqual(fails('CONFLICT'));
  });

  it('leaves the settings alone that were not delivered yet when the release ended, instead of going back to those before', async () => {
    const quiz = await publishedFunnel();
    const { companyId, subdomain, handle } = quiz;
    await service.apply({ funnels: [{ subdomain, draft: { steps: [step(3)] } }] }, handle);
    service.matcher.faults.dieAfterPrepare = true;
    const file = { subdomain, published: { steps: [step(2)] }, matching: matching('second') };
    await expect(service.apply({ funnels: [file] }, handle)).rejects.toEqual(fails('UNAVAILABLE'));
    Object.assign(service.matcher.faults, { dieAfterPrepare: false, down: false });
    await service.admin.publishDraft({ companyId, subdomain, force: true });
    // Reading the company delivers them.
    expect(await quiz.inForce()).toEqual({ steps: [3], rules: ['second'] });
    await quiz.restore(2);
    expect(await quiz.inForce()).toEqual({ steps: [2], rules: ['second'] });
  });

  it('without matcher-svc nothing is restored unless forced, and then the questionnaire alone is not left half done', async () => {
    const quiz = await publishedFunnel();
    await quiz.release(await quiz.save({ steps: [step(2)] }));
    service.matcher.faults.down = true;
    await expect(quiz.restore(1)).rejects.toEqual(fails('UNAVAILABLE'));
    await expect(quiz.restore(1, true)).rejects.toEqual(fails('UNAVAILABLE'));
    service.matcher.faults.down = false;
    expect(await quiz.inForce()).toMatchObject({ steps: [2] });
    await expect(quiz.restore(1, true)).resolves.toMatchObject({ release: 3 });
  });
});

describe('CompareFunnel (docs/releases.md "What changes")', () => {
  it('says in the language of the reader what an edit changes, with its revision and its problems (docs/dashboard.md Y38.1)', async () => {
    const quiz = await publishedFunnel();
    const revision = await quiz.save({ steps: [step(1), step(1)], matching: matching('no-b') });
    const { to, changes } = await quiz.compare(PUBLISHED, EDIT, 'de-AT');
    expect(to).toMatchObject({
      revision,
      problems: expect.arrayContaining([{ path: '/steps/1/id', message: expect.any(String) }]),
    });
    expect(changes.map(({ sentence }) => sentence)).toContain(
      'Neue Regel „no-b“: Für alle Kunden: Produkte mit dem Tag a:b ausblenden.',
    );
    await expect(quiz.compare(PUBLISHED, toRelease(7))).rejects.toEqual(fails('VERSION_NOT_FOUND'));
  });

  it('names products and variants as the request does, and says which it has no names for', async () => {
    const quiz = await publishedFunnel();
    const target = { tags: [], productIds: ['P1', '__proto__'], variantIds: ['V1'] };
    await quiz.save({
      steps: [step(1)],
      matching: { ...DEFAULT_MATCHING, rules: [{ key: 'r', then: { pin: target } }] },
    });
    const { changes, unnamed } = await quiz.compare(PUBLISHED, EDIT, 'en', { P1: 'Velvet' });
    expect(changes.map(({ sentence }) => sentence)).toEqual([
      'New rule “r”: For every shopper: put the products Velvet or __proto__ or the variant V1 first.',
    ]);
    expect(unnamed).toEqual({ unnamedProductIds: ['__proto__'], unnamedVariantIds: ['V1'] });
  });

  it('a release is compared with the settings that it had; the one in force differs in nothing', async () => {
    const quiz = await publishedFunnel();
    await quiz.release(await quiz.save({ steps: [step(1), step(2)], matching: matching('no-b') }));
    const back = await quiz.compare(PUBLISHED, toRelease(1));
    expect(back.changes.map(({ kind }) => kind)).toEqual(['STEP_REMOVED', 'RULE_REMOVED']);
    expect((await quiz.compare(PUBLISHED, toRelease(2))).changes).toEqual([]);
  });

  it('another company’s funnel is NOT_FOUND', async () => {
    const quiz = await publishedFunnel();
    const other = await publishedFunnel();
    const request = { companyId: other.companyId, subdomain: quiz.subdomain };
    const states = { from: PUBLISHED as never, to: PUBLISHED as never, locale: undefined };
    const names = { productNames: {}, variantNames: {} };
    await expect(service.releases.compareFunnel({ ...request, ...states, ...names })).rejects.toEqual(
      fails('NOT_FOUND'),
    );
    await expect(service.releases.listReleases({ ...request, pageSize: 10, pageToken: '' })).rejects.toEqual(
      fails('NOT_FOUND'),
    );
  });
});
