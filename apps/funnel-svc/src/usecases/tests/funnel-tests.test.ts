import { DEFAULT_COMPANY_SETTINGS, DEFAULT_RESULT_PAGE, type FunnelPage, type FunnelTest } from '@svc/domain';
import { assignArm, json } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import type { FunnelHost } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const PAST = '2026-01-01T00:00:00.000Z';
const units = Array.from({ length: 40 }, (_, index) => `unit-${String(index).padStart(16, '0')}`);

/** A company with a published version, a draft, and a test of both. */
async function start(more: Partial<FunnelTest> = {}) {
  const wanted = funnel({ published: { steps: [step(1)] }, draft: { steps: [step(1), step(2)] } });
  const made = await svc.company({ funnels: [wanted] });
  const { id: funnelId, published, draft } = made.answer.funnels[wanted.subdomain]!;
  const [first, second] = [published?.id as string, draft?.id as string];
  const test: FunnelTest = {
    ...{ id: `test-of-${wanted.subdomain}`, kind: 'QUESTIONNAIRE', salt: 'salt', countsFrom: PAST },
    arms: [
      { key: 'A', weight: 1, versionId: first },
      { key: 'B', weight: 1, versionId: second },
    ],
    ...more,
  };
  const set = () => svc.tests.setFunnelTest({ companyId: made.id, funnelId, testJson: json.encode(test) });
  await set();
  const host: FunnelHost = { name: { $case: 'subdomain', value: wanted.subdomain } };
  const read = async (unit: string | undefined, from = svc.pages) => {
    const request = { host, preferredLocales: [], ...(unit === undefined ? {} : { unit }) };
    return JSON.parse((await from.getFunnelPage(request)).pageJson.toString()) as FunnelPage;
  };
  const list = async () => (await svc.tests.listFunnelTests({ companyId: made.id })).tests;
  return { ...made, subdomain: wanted.subdomain, funnelId, host, test, first, second, set, read, list };
}

const getArm = (unit: string, weights = [1, 1]) => ['A', 'B'][assignArm('salt', unit, weights)];

describe('a running test of the questionnaire (docs/insight.md N13.9)', () => {
  it('leaves the page without questions; every unit has its arm, the same on each replica', async () => {
    const { test, first, second, read } = await start();
    expect(await read('')).toMatchObject({ experiment: { id: test.id, arm: null }, steps: [], version: { id: first } });
    const other = await svc.startReplica();
    const arms = new Set<string | undefined>();
    for (const unit of units) {
      const page = await read(unit);
      const arm = getArm(unit);
      arms.add(arm);
      expect(page).toMatchObject({
        ...{ experiment: { id: test.id, arm }, version: { id: arm === 'A' ? first : second }, isPreview: false },
      });
      expect(page.steps).toHaveLength(arm === 'A' ? 1 : 2);
      expect(await read(unit, other.pages)).toEqual(page);
    }
    expect(arms.size).toBe(2);
    expect((await read(undefined)).experiment).toBeUndefined();
  });

  it('shows arm A to every unit during the dry check, with the arm that the unit will have (N13.4)', async () => {
    const { first, read } = await start({ countsFrom: '2999-01-01T00:00:00.000Z' });
    for (const unit of units.slice(0, 8)) {
      expect(await read(unit)).toMatchObject({ version: { id: first }, experiment: { arm: getArm(unit) } });
    }
  });

  it('answers of an arm are stored against its version, a draft too, also after the test', async () => {
    const { id, host, test, second } = await start();
    const resolve = async (experimentId?: string) => {
      const request = { host, versionId: second, ...(experimentId === undefined ? {} : { experimentId }) };
      const { submission, experimentId: assignedBy } = await svc.pages.resolveHostSubmission(request);
      return { ...submission, assignedBy };
    };
    const assigned = { versionId: second, isPreview: false, superseded: false, assignedBy: test.id };
    expect(await resolve(test.id)).toMatchObject(assigned);
    await svc.tests.endFunnelTest({ companyId: id, experimentId: test.id });
    expect(await resolve(test.id)).toMatchObject(assigned);
    const preview = { versionId: second, isPreview: true, assignedBy: undefined };
    expect(await resolve('another')).toMatchObject(preview);
    expect(await resolve()).toMatchObject(preview);
  });

  it('visits of an arm count although its version is a draft', async () => {
    const { host, test, second } = await start();
    const visit = async (more: object) =>
      (await svc.pages.resolveHostVisit({ host, versionId: second, ...more })).isPreview;
    expect([await visit({ experimentId: test.id }), await visit({})]).toEqual([false, true]);
  });

  it('ends with a publication, by a company file or of the draft; it does not come back (N13.8)', async () => {
    const [byFile, byDraft] = [await start(), await start()];
    await svc.apply({ funnels: [{ subdomain: byFile.subdomain, published: { steps: [step(3)] } }] }, byFile.handle);
    await svc.admin.publishDraft({ companyId: byDraft.id, subdomain: byDraft.subdomain, force: true });
    for (const { list, read, set } of [byFile, byDraft]) {
      expect((await list()).map(({ endTime }) => endTime)).toEqual([expect.any(Date)]);
      await set();
      expect((await read('')).experiment).toBeUndefined();
    }
  });

  it.each<[string, (started: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    ['of the draft', ({ id, subdomain }) => svc.admin.publishDraft({ companyId: id, subdomain, force: true })],
    [
      'by a company file',
      ({ handle, subdomain }) => {
        const published = { steps: [step(3)] };
        return svc.apply({ name: 'New', funnels: [{ subdomain, published }] }, handle);
      },
    ],
  ])('is ended by a user and by a publication %s at the same time, and neither fails', async (_how, publish) => {
    const started = await start();
    const { both } = await svc.db.transaction(async (held) => {
      await held('funnel_tests').where({ experiment_id: started.test.id }).forUpdate().select('kind');
      const ending = svc.tests.endFunnelTest({ companyId: started.id, experimentId: started.test.id });
      await expect.poll(() => countWaiting(svc.db)).toBe(1);
      const published = publish(started);
      await expect.poll(() => countWaiting(svc.db)).toBe(2);
      return { both: Promise.all([ending, published]) };
    });
    await both;
    expect(await started.list()).toMatchObject([{ endTime: expect.any(Date) }]);
  });

  it('a saved draft, and other changes of the company, do not end it', async () => {
    const { subdomain, handle, list, read, test } = await start();
    await svc.apply({ name: 'New', funnels: [{ subdomain, draft: { steps: [step(4)] } }] }, handle);
    expect((await list()).map(({ endTime }) => endTime)).toEqual([undefined]);
    expect((await read('')).experiment?.id).toBe(test.id);
  });
});

describe('a running test of matching', () => {
  it('is part of the state that matches follow, and ends when settings of its funnel are published (N13.8)', async () => {
    const { id, subdomain, handle, test, list } = await start({
      ...{ kind: 'MATCHING', id: 'matching-1' },
      arms: [
        { key: 'A', weight: 1 },
        { key: 'B', weight: 1, settings: { learning: false } },
      ],
    });
    const state = async () => (await svc.funnels.getCompanyState({ companyId: id })).funnels[0]?.runningTests;
    expect(JSON.parse(Buffer.from((await state())!.matchingTestJson).toString())).toEqual(test);
    await svc.apply({ name: 'New' }, handle);
    expect(await state()).toBeDefined();
    await svc.apply(
      { funnels: [{ subdomain, resultPage: { ...DEFAULT_RESULT_PAGE, enabled: !DEFAULT_RESULT_PAGE.enabled } }] },
      handle,
    );
    expect(await state()).toBeUndefined();
    expect((await list())[0]?.endTime).toEqual(expect.any(Date));
  });

  it('that changes tags ends when tags of its products are changed for all, and matches follow that; others do not end it (N13.15)', async () => {
    const operation = (id: string) => ({ kind: 'product' as const, id, add: ['concern:dry'], remove: [] });
    const startTagged = async () => {
      const started = await start({
        ...{ kind: 'MATCHING', id: `tags-${Math.random()}` },
        arms: [
          { key: 'A', weight: 1 },
          { key: 'B', weight: 1, settings: { tagging: [operation('p1'), operation('p2')] } },
        ],
      });
      const state = async () => svc.funnels.getCompanyState({ companyId: started.id });
      const isRunning = async () => (await started.list()).every(({ endTime }) => endTime === undefined);
      return { ...started, state, isRunning };
    };
    const tagging = (products: Record<string, string[]>) => ({ tagging: { products, variants: {} } });
    const byOperation = await startTagged();
    await svc.admin.changeTagging({ handle: byOperation.handle, operationsJson: json.encode([operation('p3')]) });
    expect(await byOperation.isRunning()).toBe(true);
    const { version } = await byOperation.state();
    await svc.admin.changeTagging({ handle: byOperation.handle, operationsJson: json.encode([operation('p2')]) });
    expect(await byOperation.isRunning()).toBe(false);
    const after = await byOperation.state();
    expect([after.version > version, after.funnels[0]?.runningTests]).toEqual([true, undefined]);
    const byFile = await startTagged();
    await svc.apply(tagging({ p9: ['concern:dry'] }), byFile.handle);
    expect(await byFile.isRunning()).toBe(false);
  });
});

describe('a running holdout (docs/insight.md N14)', () => {
  const settings = (tracking: object) => ({
    settings: { ...DEFAULT_COMPANY_SETTINGS, tracking: { ...DEFAULT_COMPANY_SETTINGS.tracking, ...tracking } },
  });
  const holdout: FunnelTest = {
    ...{ id: 'holdout-1', kind: 'HOLDOUT', salt: 'salt', countsFrom: PAST },
    arms: [
      { key: 'A', weight: 1 },
      { key: 'B', weight: 9 },
    ],
  };
  async function startHoldout(more: Partial<FunnelTest> = {}) {
    const made = await svc.company(settings({ visitId: 'STORAGE' }));
    const companyKey = made.answer.company.companyKey;
    const set = (test: FunnelTest) =>
      svc.tests.setFunnelTest({ companyId: made.id, funnelId: '', testJson: json.encode(test) });
    await set({ ...holdout, ...more });
    const read = async () => {
      const answer = await svc.components.getComponentConfig({ company: { $case: 'companyKey', value: companyKey } });
      return answer.config?.holdout;
    };
    const list = async () => (await svc.tests.listFunnelTests({ companyId: made.id })).tests;
    return { ...made, set, read, list };
  }

  it('is what the components of every page get, until it ends', async () => {
    const { id, set, read, list } = await startHoldout();
    const expected = { experimentId: 'holdout-1', salt: 'salt', weights: [1, 9], isDry: false };
    expect(await read()).toEqual(expected);
    await set(holdout);
    await svc.tests.endFunnelTest({ companyId: id, experimentId: 'holdout-1' });
    expect([await read(), (await list())[0]?.endTime]).toEqual([undefined, expect.any(Date)]);
    await set(holdout);
    expect(await read()).toBeUndefined();
    await set({ ...holdout, id: 'holdout-2' });
    expect(await read()).toEqual({ ...expected, experimentId: 'holdout-2' });
  });

  it('says that it is a dry check (N13.4)', async () => {
    const { read } = await startHoldout({ countsFrom: '2999-01-01T00:00:00.000Z' });
    expect((await read())?.isDry).toBe(true);
  });

  it.each([{ visitId: 'MEMORY' }, { visitId: 'STORAGE', consent: 'OFF' }])(
    'ends when visitors are no longer kept: %j (N14.2)',
    async (tracking) => {
      const { handle, read, list } = await startHoldout();
      await svc.apply({ name: 'New' }, handle);
      await svc.apply(settings({ visitId: 'STORAGE', consent: 'REQUIRED' }), handle);
      expect([await read(), (await list())[0]?.endTime]).toEqual([expect.anything(), undefined]);
      await svc.apply(settings(tracking), handle);
      expect([await read(), (await list())[0]?.endTime]).toEqual([undefined, expect.any(Date)]);
    },
  );
});
