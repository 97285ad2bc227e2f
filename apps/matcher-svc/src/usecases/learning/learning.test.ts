import { addDays, DEFAULT_MATCHING } from '@svc/domain';
import { buildSelection, singleSelection } from '@svc/domain/testing';
import { createClient, systemClock } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import { BuildOutcome, ExplanationLanguage, LearningServiceClient, toCitedAnswer } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { claimBuild, readLearning } from '../../db/funnel-learning.js';
import { listModels, readModel } from '../../db/funnel-models.js';
import { writeLearningDay } from '../../db/learning-days.js';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import type { CompiledFunnel } from '../../engine/compile/compile-funnel.js';
import type { DayStats } from '../../learning/day-stats.js';
import { createDay } from '../../learning/testing/models.js';
import { createCatalog, eventually, givePeers, type TestMatcher } from '../../testing/matcher.js';
import { useMatchers } from '../../testing/use-matchers.js';
import { createFunnelVersions } from '../companies/funnel-versions.js';
import { buildFunnelModel } from './build-model.js';
import { buildModels } from './build-models.js';
import { createModels } from './models.js';

const matchers = useMatchers();
const steps = [
  singleSelection(1, [
    buildSelection('dry', [], { caption: { default: 'Dry skin' } }),
    buildSelection('oily', [], { caption: { default: 'Oily skin' }, orderNumber: 1 }),
  ]),
];
const dry = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
const today = () => systemClock.now().toISOString().slice(0, 10);
const toKey = (companyId: string) => ({ companyId, funnelId: `${companyId}-funnel` });
const matching = (enabled: boolean) => ({ ...DEFAULT_MATCHING, ai: { enabled } });
const switched = (companyId: string, enabled: boolean) => ({
  funnels: { [`${companyId}-funnel`]: { matching: matching(enabled) } },
});

/** Everybody is shown a, b, c; everybody with dry skin chooses `loved`. */
const loving = (loved: string, sessions = 100): DayStats => {
  const all = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { b: sessions, k: id === loved ? sessions : 0 }]));
  return createDay({
    sessions,
    impressions: sessions * 3,
    options: { 's:1:dry': sessions },
    variants: all,
    pairs: { 's:1:dry': all },
  });
};

const clients: { close(): void }[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function createLearningClient(matcher: TestMatcher) {
  const client = createClient(LearningServiceClient, matcher.address, { timeoutMs: 20_000, retry: [] });
  clients.push(client);
  return {
    build: (companyId: string) => client.buildModel(toKey(companyId)),
    list: (companyId: string, pageSize = 50, pageToken = '') =>
      client.listModels({ ...toKey(companyId), pageSize, pageToken }),
    pin: async (companyId: string, version: number) =>
      (await client.activateModel({ ...toKey(companyId), model: { $case: 'version', value: version } })).model,
    latest: async (companyId: string) =>
      (await client.activateModel({ ...toKey(companyId), model: { $case: 'latest', value: true } })).model,
    report: async (companyId: string) => (await client.getLearningReport(toKey(companyId))).report!,
  };
}

const getOwner = () => matchers.database.owner;
const give = (stats: DayStats, day = today()) =>
  writeLearningDay(getOwner(), { ...toKey(matchers.company), day: day as never }, stats);

/** A replica with a published funnel of one question and Funnel AI switched on. */
async function start(enabled = true) {
  const { company, peers } = matchers;
  givePeers(peers, company, { steps });
  const matcher = await matchers.startIdle();
  await matcher.apply(company, 1, switched(company, enabled));
  await matcher.match(company, { answers: dry });
  return { company, matcher, ...createLearningClient(matcher) };
}

/** The list as soon as it is this one. */
const expectOrder = (matcher: TestMatcher, expected: string[]) =>
  eventually(async () => {
    expect((await matcher.match(matchers.company, { answers: dry })).matchedVariants).toEqual(expected);
  });

describe('Funnel AI in the service (docs/matching.md M7)', () => {
  it('a built model is active immediately: it changes order and state, never membership, and the explanation names it (M1.6, M7.2, M10.4)', async () => {
    const { company, matcher, build } = await start();
    const before = await matcher.match(company, { answers: dry });
    expect(before.matchedVariants).toEqual(['a', 'b', 'c']);
    await give(loving('c'));
    expect(await build(company)).toMatchObject({
      outcome: BuildOutcome.BUILD_OUTCOME_BUILT,
      model: { version: 1, sessions: 100, impressions: 300, variants: 3, options: 1, active: true, pinned: false },
    });
    await expectOrder(matcher, ['c', 'a', 'b']);
    const after = await matcher.match(company, { answers: dry });
    expect(after.state).not.toBe(before.state);
    const trace = await matcher.explain(company, ['c'], { answers: dry });
    expect(trace.versions?.model).toBe('1');
    expect(trace.variants[0]!.score!.learned).toBeGreaterThan(0.05);
    expect(trace.variants[0]!.score!.learning!.affinity!.options[0]!.answers).toEqual([
      toCitedAnswer({ stepId: 1, key: 'dry' }),
    ]);
  });

  it('while it is off, a model changes neither a byte of the answers nor their state (M1.6)', async () => {
    const { company, matcher, build } = await start(false);
    const before = await matcher.match(company, { answers: dry });
    await give(loving('c'));
    await build(company);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await matcher.match(company, { answers: dry })).toEqual(before);
    expect((await matcher.explain(company, ['c'], { answers: dry })).versions?.model).toBeUndefined();
  });

  it('newer models replace older ones; a pinned one stays until `latest` removes the pin (M7.5)', async () => {
    const { company, matcher, build, pin, latest, list } = await start();
    await give(loving('c'));
    await build(company);
    await expectOrder(matcher, ['c', 'a', 'b']);
    const { state: first } = await matcher.match(company, { answers: dry });
    await give(loving('b'));
    expect((await build(company)).model).toMatchObject({ version: 2, active: true });
    await expectOrder(matcher, ['b', 'a', 'c']);

    expect(await pin(company, 1)).toMatchObject({ version: 1, active: true, pinned: true });
    await expectOrder(matcher, ['c', 'a', 'b']);
    // The same model, catalog and settings give the same entity tag again.
    expect((await matcher.match(company, { answers: dry })).state).toBe(first);
    await give(loving('a'));
    expect((await build(company)).model).toMatchObject({ version: 3, active: false });
    await expectOrder(matcher, ['c', 'a', 'b']);

    expect(await latest(company)).toMatchObject({ version: 3, active: true, pinned: false });
    await expectOrder(matcher, ['a', 'b', 'c']);
    await expect(pin(company, 4)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { models, nextPageToken } = await list(company, 2);
    expect(models.map(({ version, active }) => [version, active])).toEqual([
      [3, true],
      [2, false],
    ]);
    const rest = await list(company, 2, nextPageToken);
    expect([rest.models.map(({ version }) => version), rest.nextPageToken]).toEqual([[1], '']);
  });

  it('a build without enough data, or of a funnel without a published version, keeps the previous model and returns the reason (M1.6, M7.3, M7.5)', async () => {
    const { company, build, report } = await start();
    expect(await build(company)).toEqual({
      outcome: BuildOutcome.BUILD_OUTCOME_TOO_FEW_IMPRESSIONS,
      reason: 'Learning requires at least 200 impressions.',
      model: undefined,
    });
    await give({ ...loving('c'), impressions: 150 });
    await build(company);
    expect(await report(company)).toMatchObject({ model: undefined, lastBuild: { sessions: 100, impressions: 150 } });
    await give(loving('c'));
    await build(company);
    await give({ ...loving('b'), impressions: 199 });
    expect(await build(company)).toMatchObject({
      outcome: BuildOutcome.BUILD_OUTCOME_TOO_FEW_IMPRESSIONS,
      model: { version: 1, active: true },
    });
    await give(createDay({ sessions: 100, impressions: 300, variants: { a: { b: 100, k: 0 } } }));
    expect(await build(company)).toMatchObject({ outcome: BuildOutcome.BUILD_OUTCOME_NO_EVENTS });
    expect(await report(company)).toMatchObject({
      model: { version: 1 },
      lastBuild: {
        outcome: BuildOutcome.BUILD_OUTCOME_NO_EVENTS,
        reason: 'There are no clicks, add-to-carts or purchases yet.',
      },
    });
  });

  it('the same statistics give the same bytes on every replica, and no new version', async () => {
    const { company, build } = await start();
    await give(loving('c'));
    await build(company);
    const first = await readModel(getOwner(), toKey(company), 1);
    const other = createLearningClient(await matchers.start());
    expect((await other.build(company)).outcome).toBe(BuildOutcome.BUILD_OUTCOME_UNCHANGED);
    expect(await listModels(getOwner(), toKey(company), 10)).toHaveLength(1);
    await getOwner()('funnel_models').where({ company_id: company }).delete();
    await getOwner()('funnel_learning').where({ company_id: company }).delete();
    await other.build(company);
    expect(await readModel(getOwner(), toKey(company), 1)).toEqual(first);
  });

  it('every replica takes over a new model within 2 s while the bus is silent', async () => {
    const { company, matcher, build } = await start();
    const other = await matchers.start({ env: { MODEL_BUILD_INTERVAL_MS: '86400000' } });
    await expectOrder(other, ['a', 'b', 'c']);
    await give(loving('c'));
    await build(company);
    await expectOrder(other, ['c', 'a', 'b']);
    const states = await Promise.all([matcher, other].map((replica) => replica.match(company, { answers: dry })));
    expect(states[0]).toEqual(states[1]);
  });

  it('the periodic build takes every funnel with new statistics once, whichever replica comes first (M7.5)', async () => {
    const { company, peers } = matchers;
    givePeers(peers, company, { steps });
    await give(loving('c'));
    const one = await matchers.start({ env: { MODEL_BUILD_INTERVAL_MS: '100' } });
    await matchers.start({ env: { MODEL_BUILD_INTERVAL_MS: '100' } });
    await one.apply(company, 1, switched(company, false));
    await one.match(company);
    await eventually(async () => expect((await readLearning(getOwner(), toKey(company))).activeVersion).toBe(1));
    const { endedAt } = await readLearning(getOwner(), toKey(company));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await readLearning(getOwner(), toKey(company))).endedAt).toEqual(endedAt);
    await give(loving('b'));
    await eventually(async () => expect((await readLearning(getOwner(), toKey(company))).activeVersion).toBe(2));
  });

  it('two replicas never build one funnel concurrently: the second gets CONFLICT, and the claim of a crashed build expires', async () => {
    const { company, build } = await start();
    await give(loving('c'));
    expect(await claimBuild(getOwner(), toKey(company), 'another', 60_000)).toBe(true);
    await expect(build(company)).rejects.toMatchObject({ code: 'CONFLICT' });
    await getOwner()('funnel_learning').update({
      claimed_until: getOwner().raw("now() + interval '300 milliseconds'"),
    });
    await eventually(async () => {
      expect((await build(company)).outcome).toBe(BuildOutcome.BUILD_OUTCOME_BUILT);
    });
  });

  it('keeps the newest 30 models and the pinned one', async () => {
    const { company, build, pin } = await start();
    await give(loving('a', 100));
    await build(company);
    await pin(company, 1);
    const first = await getOwner()('funnel_models').where({ company_id: company }).first();
    const more = Array.from({ length: 31 }, (_, index) => ({ ...first, version: index + 2 }));
    await getOwner()('funnel_models').insert(more);
    await getOwner()('funnel_learning').where({ company_id: company }).update({ last_version: 32 });
    await give(loving('b'));
    expect((await build(company)).model).toMatchObject({ version: 33 });
    const kept = (await listModels(getOwner(), toKey(company), 100)).map(({ version }) => version);
    expect(kept).toEqual([...Array.from({ length: 30 }, (_, index) => 33 - index), 1]);
  });
});

describe('matching with a model', () => {
  it('continues without a model while models are unavailable, with another state, and uses it again afterwards', async () => {
    const { company, matcher, build } = await start();
    const { state: without } = await matcher.match(company, { answers: dry });
    await give(loving('c'));
    await build(company);
    const restarted = await matchers.start({ env: { MODEL_BUILD_INTERVAL_MS: '86400000' } });
    await getOwner().raw('alter table funnel_models rename to funnel_models_away');
    try {
      const answer = await restarted.match(company, { answers: dry });
      expect([answer.matchedVariants, answer.state]).toEqual([['a', 'b', 'c'], without]);
    } finally {
      await getOwner().raw('alter table funnel_models_away rename to funnel_models');
    }
    await expectOrder(restarted, ['c', 'a', 'b']);
  });

  it('a model that cannot be compiled fails every waiting caller but not the process, and the next call compiles it again', async () => {
    const { company, build } = await start();
    await give(loving('c'));
    await build(company);
    const models = createModels({ db: getOwner(), log: testLogger(), cacheBytes: 1_000_000, rebuild() {} });
    const { variants } = compileAssortment(createCatalog(1, { a: [] }), { products: {}, variants: {} });
    let isBroken = true;
    const assortment = {
      variantCount: 1,
      get variants() {
        if (isBroken) throw new Error('broken');
        return variants;
      },
    };
    const funnel = { assortment, steps } as unknown as CompiledFunnel;
    const compile = () => models.compiled(toKey(company), funnel, 'version');
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    expect(await Promise.allSettled([compile(), compile()])).toMatchObject(
      Array(2).fill({ status: 'rejected', reason: { message: 'broken' } }),
    );
    await new Promise(setImmediate);
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
    isBroken = false;
    expect(await compile()).toMatchObject({ version: 1 });
  });

  it('an option that a new version renames, and a draft that is previewed, keep what was learned without a build', async () => {
    const { company, matcher, build } = await start();
    const { peers } = matchers;
    await give(loving('c'));
    await build(company);
    await expectOrder(matcher, ['c', 'a', 'b']);
    const renamed = [singleSelection(5, [buildSelection('very_dry', ['dry'])], { formerIds: [1] })];
    const id = `${company}-draft`;
    const funnelId = `${company}-funnel`;
    peers.versions.set(id, { id, number: 2, funnelId, companyId: company, steps: renamed });
    const lambdas = async (given: object) => {
      const { variants } = await matcher.explain(company, ['c'], given);
      return variants[0]!.score!.learning!.affinity!.options.map(({ answers, lambda }) => [answers[0], lambda]);
    };
    const [[, learned]] = (await lambdas({ answers: dry })) as [[object, number]];
    const answers = { selectionValues: [{ stepId: 5, selectedKey: 'very_dry' }] };
    expect(await lambdas({ versionId: id, isPreview: true, answers })).toEqual([
      [toCitedAnswer({ stepId: 5, key: 'very_dry' }), learned],
    ]);
    givePeers(peers, company, { number: 2, steps: renamed });
    await eventually(async () => {
      expect(await lambdas({ answers })).toEqual([[toCitedAnswer({ stepId: 5, key: 'very_dry' }), learned]]);
    });
  });

  it('one company’s model never affects another company with an equal funnel', async () => {
    const { company, matcher, build } = await start();
    await give(loving('c'));
    await build(company);
    const other = `${company}x`;
    givePeers(matchers.peers, other, { steps, catalog: createCatalog(1, { a: [], b: [], c: [] }) });
    await matcher.apply(other, 1, switched(other, true));
    await expectOrder(matcher, ['c', 'a', 'b']);
    expect((await matcher.match(other, { answers: dry })).matchedVariants).toEqual(['a', 'b', 'c']);
  });
});

describe('a damaged model', () => {
  const damage = (company: string, version: number) =>
    getOwner()('funnel_models')
      .where({ company_id: company, version })
      .update({ data: getOwner().raw('set_byte(data, 12, get_byte(data, 12) # 255)') });

  it('is never used: the last valid one replaces it, and it is rebuilt from the statistics', async () => {
    const { company, matcher, build } = await start();
    await give(loving('c'));
    await build(company);
    await give(loving('b'));
    await build(company);
    await expectOrder(matcher, ['b', 'a', 'c']);
    const { state } = await matcher.match(company, { answers: dry });
    const sound = await readModel(getOwner(), toKey(company), 2);

    await damage(company, 2);
    const restarted = await matchers.start({ env: { MODEL_BUILD_INTERVAL_MS: '86400000' } });
    const first = await restarted.match(company, { answers: dry });
    expect([
      ['c', 'a', 'b'],
      ['b', 'a', 'c'],
    ]).toContainEqual(first.matchedVariants);
    await expectOrder(restarted, ['b', 'a', 'c']);
    expect(await readModel(getOwner(), toKey(company), 2)).toEqual(sound);
    expect((await restarted.match(company, { answers: dry })).state).toBe(state);
  });

  it('without a replacement the order is unchanged, and the damaged model cannot be activated', async () => {
    const { company, build } = await start();
    await give(loving('c'));
    await build(company);
    await getOwner()('learning_days').where({ company_id: company }).delete();
    await damage(company, 1);
    const restarted = await matchers.start();
    expect((await restarted.match(company, { answers: dry })).matchedVariants).toEqual(['a', 'b', 'c']);
    await expect(createLearningClient(restarted).pin(company, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the learning report', () => {
  it('contains options with their analyses, the strongest effects with the merchant’s captions, and the last build', async () => {
    const { company, build, report } = await start();
    const stats = loving('c');
    await give({ ...stats, options: { ...stats.options, 's:1:oily': 29, 's:9:gone': 50 } });
    await build(company);
    const { lifts, ...rest } = await report(company);
    expect(rest).toMatchObject({
      language: ExplanationLanguage.EXPLANATION_LANGUAGE_EN,
      enabled: true,
      model: { version: 1, pinned: false, untilDay: today(), days: 1, sessions: 100, impressions: 300, variants: 3 },
      lastBuild: { outcome: BuildOutcome.BUILD_OUTCOME_BUILT, reason: undefined },
      options: [
        { answers: [toCitedAnswer({ stepId: 1, key: 'dry' })], caption: 'Dry skin', sessions: 100, learned: true },
        { answers: [toCitedAnswer({ stepId: 1, key: 'oily' })], caption: 'Oily skin', sessions: 29, learned: false },
      ],
      popular: [{ variantId: 'c', times: 2.25 }],
    });
    // By hand: of 300 equal looks with 100 events, e = 33.3 each, so pop is 120 / 53.3 for c and 20 / 53.3 for a and b.
    expect(lifts.map(({ caption, variantId, times }) => [caption, variantId, times])).toEqual([
      ['Dry skin', 'a', 0.62], // 20 / 32.5
      ['Dry skin', 'b', 0.62],
      ['Dry skin', 'c', 1.26], // 120 / 95
    ]);
  });
});

describe('a build', () => {
  it('without a day that was damaged is repeated when the day is made again from its events', async () => {
    const { company } = await start();
    const key = toKey(company);
    const yesterday = addDays(today(), -1);
    await give(loving('c'));
    await give(loving('b'), yesterday);
    await getOwner()('learning_days')
      .where({ company_id: company, day: yesterday })
      .update({ data: Buffer.from('x') });
    const deps = {
      ...{ db: getOwner(), bus: { publish() {} }, clock: systemClock, log: testLogger() },
      versions: createFunnelVersions({ db: getOwner(), funnel: matchers.peers as never }),
      pullStates: async () => {},
    };
    const newest = async () => (await listModels(getOwner(), key, 1))[0];
    await buildModels(deps);
    expect(await newest()).toMatchObject({ version: 1, days: 1 });
    await give(loving('b'), yesterday);
    await buildModels(deps);
    expect(await newest()).toMatchObject({ version: 2, days: 2 });
    const { endedAt } = await readLearning(getOwner(), key);
    await buildModels(deps);
    expect((await readLearning(getOwner(), key)).endedAt).toEqual(endedAt);
  });

  it('skips damaged days; a failed build stores the failure, releases the claim and leaves the model in force (docs/matching.md M7.5)', async () => {
    const { company } = await start();
    await give(loving('c'));
    await give(loving('b'), '2026-01-01');
    const key = toKey(company);
    await getOwner()('learning_days')
      .where({ company_id: company, day: '2026-01-01' })
      .update({ checksum: Buffer.alloc(32) });
    const { peers } = matchers;
    const deps = {
      db: getOwner(),
      bus: { publish() {} },
      clock: systemClock,
      log: testLogger(),
      versions: createFunnelVersions({ db: getOwner(), funnel: peers as never }),
      pullStates: async () => {},
    };
    expect(await buildFunnelModel(deps, key)).toMatchObject({ outcome: 'BUILT', version: 1 });
    expect((await listModels(getOwner(), key, 1))[0]).toMatchObject({ days: 1 });

    await give(loving('a'));
    const failing = { ...deps, versions: { get: () => Promise.reject(new Error('no')) } as never };
    await expect(buildModels(failing)).rejects.toThrow('no');
    expect(await readLearning(getOwner(), key)).toMatchObject({
      outcome: 'FAILED',
      reason: 'The build failed. The next scheduled build retries it.',
      activeVersion: 1,
      building: false,
    });
    expect(await buildFunnelModel(deps, key)).toMatchObject({ outcome: 'BUILT', version: 2 });
  });
});
