import { assignArm, sha256 } from '@svc/kit';
import {
  ExperimentEnd,
  ExperimentKind,
  ExperimentMeasure,
  ExperimentOutcome,
  type ExperimentResults,
  ExperimentState,
} from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPartition } from './db/visit-partitions.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpOne } from './usecases/experiments/add-up-experiments.js';

const START = '2026-03-01T12:00:00Z';
let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
  for (let day = 1; day <= 20; day += 1) await createPartition(svc.db, `2026-03-${String(day).padStart(2, '0')}`);
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set(START);
  for (const table of ['experiments', 'visits', 'funnel_days']) await svc.db(table).delete();
});

const COMPANY = 'company-1';
/** Removes what only some tests have. */
async function clear(): Promise<void> {
  for (const table of ['orders', 'refunds', 'analysis_facts', 'analysis_events']) await svc.db(table).delete();
}
const arm = (key: string, weight = 1, versionId = `version-${key}`) => ({
  ...{ key, name: `Arm ${key}`, weight, versionId, settingsJson: Buffer.alloc(0) },
});
const design = (more: object = {}) => ({
  ...{ name: 'Short form', kind: ExperimentKind.EXPERIMENT_KIND_QUESTIONNAIRE, funnelId: 'funnel-1' },
  ...{ hypothesis: 'Fewer questions, more results.', minimumEffect: 0.1, arms: [arm('A'), arm('B')] },
  primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE,
  ...more,
});
const otherSettings = { ...arm('B', 1, ''), settingsJson: Buffer.from('{"learning":false}') };
const create = async (more: object = {}, companyId = COMPANY) =>
  (await svc.experiments.createExperiment({ companyId, design: design(more) })).experiment!;
const start = async (experimentId: string, dryCheck = false) =>
  (await svc.experiments.startExperiment({ companyId: COMPANY, experimentId, dryCheck, currency: 'EUR' })).experiment!;
const stop = async (experimentId: string) =>
  (
    await svc.experiments.stopExperiment({
      ...{ companyId: COMPANY, experimentId, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
    })
  ).experiment!;
const update = (experimentId: string, more: object) =>
  svc.experiments.updateExperiment({ companyId: COMPANY, experimentId, archive: false, ...more });
const results = async (experimentId: string) => {
  await addUpOne({ db: svc.knex, clock: svc.clock }, COMPANY, experimentId);
  return (await svc.experiments.getExperimentResults({ companyId: COMPANY, experimentId })).results!;
};

describe('the life of a test (docs/insight.md N13)', () => {
  it('goes from a draft over a dry check and a run to the archive', async () => {
    const { experimentId, state } = await create();
    expect(state).toBe(ExperimentState.EXPERIMENT_STATE_DRAFT);
    const dry = await start(experimentId, true);
    expect([dry.state, dry.countTime]).toEqual([
      ...[ExperimentState.EXPERIMENT_STATE_DRY_CHECK, new Date('2026-03-02T12:00:00Z')],
    ]);
    svc.clock.set('2026-03-02T12:00:00Z');
    const { experiment } = await svc.experiments.getExperiment({ companyId: COMPANY, experimentId });
    expect(experiment?.state).toBe(ExperimentState.EXPERIMENT_STATE_RUNNING);
    await expect(update(experimentId, { archive: true })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await stop(experimentId)).state).toBe(ExperimentState.EXPERIMENT_STATE_STOPPED);
    const archived = await update(experimentId, { archive: true });
    expect(archived.experiment?.state).toBe(ExperimentState.EXPERIMENT_STATE_ARCHIVED);
    await expect(start(experimentId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('start and stop may be repeated, and change nothing then', async () => {
    const { experimentId } = await create();
    const first = await start(experimentId);
    svc.clock.set('2026-03-01T13:00:00Z');
    expect(await start(experimentId)).toEqual(first);
    const stopped = await stop(experimentId);
    svc.clock.set('2026-03-01T14:00:00Z');
    expect(await stop(experimentId)).toEqual(stopped);
  });

  it('of a test that has begun only the name changes: weights, arms and measure are fixed', async () => {
    const { experimentId } = await create();
    await update(experimentId, { design: design({ arms: [arm('A', 3), arm('B')] }) });
    const begun = await start(experimentId);
    for (const more of [{ arms: [arm('A', 1), arm('B')] }, { minimumEffect: 0.2 }, { hypothesis: 'Another one.' }]) {
      const changed = update(experimentId, { design: { ...begun.design, ...more } });
      await expect(changed).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    const renamed = await update(experimentId, { design: { ...begun.design, name: 'Renamed' } });
    expect(renamed.experiment).toMatchObject({ design: { ...begun.design, name: 'Renamed' }, salt: begun.salt });
  });

  it('an old revision is refused', async () => {
    const { experimentId } = await create();
    await update(experimentId, { design: design({ name: 'Two' }), expectedRevision: 1 });
    const late = update(experimentId, { design: design({ name: 'Three' }), expectedRevision: 1 });
    await expect(late).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('one test of each kind runs on a funnel', async () => {
    const [first, second, matching] = [
      await create(),
      await create(),
      await create({
        kind: ExperimentKind.EXPERIMENT_KIND_MATCHING,
        primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE,
        arms: [arm('A'), { ...arm('B'), settingsJson: Buffer.from('{"learning":false}') }],
      }),
    ];
    await start(first.experimentId);
    await start(matching.experimentId);
    await expect(start(second.experimentId)).rejects.toMatchObject({ code: 'CONFLICT' });
    await stop(first.experimentId);
    await start(second.experimentId);
  });

  it.each([
    ['/hypothesis', { hypothesis: ' ' }],
    ['/minimumEffect', { minimumEffect: 0 }],
    ['/arms', { arms: [arm('A')] }],
    ['/arms', { arms: [arm('A', 1, 'v'), arm('B', 1, 'v')] }],
    ['/arms/1/versionId', { arms: [arm('A'), arm('B', 1, '')] }],
  ])('does not start without %s', async (path, more) => {
    const { experimentId } = await create(more);
    const expected = { code: 'INVALID_REQUEST', details: [{ path, message: expect.stringMatching(/\.$/) }] };
    await expect(start(experimentId)).rejects.toMatchObject(expected);
  });

  it('a test of another company is not found', async () => {
    const { experimentId } = await create({}, 'company-2');
    await expect(start(experimentId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await svc.experiments.listExperiments(page())).experiments).toEqual([]);
  });

  it('the list has the newest first, in pages', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.unshift((await create({ name })).experimentId);
    const first = await svc.experiments.listExperiments(page({ pageSize: 2 }));
    const second = await svc.experiments.listExperiments(page({ pageSize: 2, pageToken: first.nextPageToken }));
    expect([...first.experiments, ...second.experiments].map(({ experimentId }) => experimentId)).toEqual(ids);
    expect(second.nextPageToken).toBe('');
  });
});

const page = (more: object = {}) => ({ companyId: COMPANY, pageSize: 10, pageToken: '', funnelId: '', ...more });

describe('the plan of a test (docs/insight.md N13.3)', () => {
  it('follows from the 28 days before, and is fixed at the start', async () => {
    const dimensions = { company_id: COMPANY, funnel_id: 'funnel-1', version_id: 'v', locale: 'en', source: '' };
    const sums = { ...dimensions, device: 'PHONE', visits: 3_000, starts: 2_800, finishes: 840 };
    await svc.db('funnel_days').insert([
      { ...sums, day: '2026-02-10' },
      // Today and 29 days ago do not count.
      ...['2026-03-01', '2026-01-31'].map((day) => ({ ...sums, day, finishes: 0 })),
    ]);
    const { experimentId, plan } = await create({ minimumEffect: 0.03 });
    // 30 · 0.3 · 0.7 / 0.03² = 7,000, by the variance of a sample a little more; 50 units a day in each arm.
    expect(plan).toEqual({ plannedUnits: 7_003, unitsPerWeek: 350, days: 141, baseline: 0.3 });
    await start(experimentId);
    await svc.db('funnel_days').delete();
    const { experiment } = await svc.experiments.getExperiment({ companyId: COMPANY, experimentId });
    expect(experiment?.plan).toEqual(plan);
  });

  it('of orders follows from 28 days whose windows are over, also where the window is longer than that', async () => {
    await clear();
    const times = ['2026-01-25T12:00:00Z', '2026-01-05T12:00:00Z', '2026-02-20T12:00:00Z', '2025-12-20T12:00:00Z'];
    for (const [index, at] of times.entries()) {
      const hash = sha256(`planned ${index}`);
      await svc.db('analysis_facts').insert({
        ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: 'v', locale: '', source: '' },
        ...{ created_at: at, steps: '[]', asked_contact: [], given_contact: [], is_retake: null },
      });
      if (index !== 1) await order(`planned ${index}`, at, 50, hash);
    }
    await svc.db('orders').update({ window_days: 30 });
    const { plan } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, minimumEffect: 0.5, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT,
    });
    // Of 2 January to 30 January, with one order.
    expect(plan).toMatchObject({ baseline: 0.5, unitsPerWeek: 2 / 4 / 2 });
    await clear();
  });

  it('without visits a rate is planned for its greatest variance; money is not planned', async () => {
    expect((await create({ minimumEffect: 0.05 })).plan).toEqual({ plannedUnits: 3_000, unitsPerWeek: 0 });
    const { experimentId, plan } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, minimumEffect: 1, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT,
    });
    expect(plan).toBeUndefined();
    await expect(start(experimentId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

/** Visits of a test as raw rows, with what they did; fixed random numbers. */
async function seed(experimentId: string, salt: string, rates: Record<string, number>, units: number) {
  const random = createRandom(7);
  const rows = [];
  const arms: Record<string, { shown: number; started: number; finished: number }> = {};
  for (let unit = 0; unit < units; unit += 1) {
    const id = `visit-${String(unit).padStart(16, '0')}`;
    const key = assignArm(salt, id, [1, 1]) === 0 ? 'A' : 'B';
    const day = 2 + Math.floor(random() * 9);
    const at = new Date(Date.UTC(2026, 2, day, Math.floor(random() * 24), Math.floor(random() * 60)));
    const [isShown, isStarted, isFinished] = [random() < 0.98, random() < 0.8, random() < rates[key]!];
    const events: number[][] = isShown ? [[0, 1, 1, 500]] : [[0, 5, 1, 500]];
    if (isStarted) events.push([1, 2, 1, 2_000]);
    if (isStarted && isFinished) events.push([2, 4, 1, 3_000]);
    const sums = arms[key] ?? { shown: 0, started: 0, finished: 0 };
    arms[key] = sums;
    if (isShown) sums.shown += 1;
    if (isShown && isStarted) sums.started += 1;
    if (isShown && isStarted && isFinished) sums.finished += 1;
    rows.push({
      ...{ company_id: COMPANY, day: at.toISOString().slice(0, 10), visit_id: id, funnel_id: 'funnel-1' },
      ...{ version_id: `version-${key}`, source: '', locale: 'en', device: 'PHONE', started_at: at },
      ...{ events: JSON.stringify(events), experiment_id: experimentId, arm: key },
    });
  }
  await svc.db.batchInsert('visits', rows, 500);
  return arms;
}

/** Mulberry32. */
function createRandom(seedOf: number): () => number {
  let state = seedOf;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ofCompletion = (days: ExperimentResults['days']) =>
  days.filter(({ measure }) => measure === ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE);

describe('results of a test (docs/insight.md N13.6, N13.7)', () => {
  it('equal the figures of the raw rows; without a difference none is found', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    const raw = await seed(experimentId, salt, { A: 0.5, B: 0.5 }, 3_000);
    svc.clock.set('2026-03-12T00:00:00Z');
    const { exposures, measures, ratioPValue, isRatioAlarm, fullDays } = await results(experimentId);
    expect(exposures).toEqual(['A', 'B'].map((key) => ({ arm: key, units: raw[key]!.shown, firstStepMs: 500 })));
    expect([isRatioAlarm, fullDays, ratioPValue > 0.001]).toEqual([false, 10, true]);
    const [primary, ...others] = measures;
    expect([primary?.measure, primary?.isPrimary, primary?.alpha]).toEqual([
      ...[ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE, true, 0.05],
    ]);
    // Nothing is known of orders yet: no window is over that has an analysis.
    expect(others.every(({ isPrimary }) => !isPrimary)).toBe(true);
    expect(primary?.arms.map(({ arm: key, units, successes }) => [key, units, successes])).toEqual(
      ['A', 'B'].map((key) => [key, raw[key]!.started, raw[key]!.finished]),
    );
    const [a, b] = ['A', 'B'].map((key) => raw[key]!.finished / raw[key]!.started) as [number, number];
    expect(primary?.arms[1]?.difference).toBeCloseTo(b - a, 12);
    expect(primary?.arms[1]?.low).toBeLessThan(0);
    expect(primary?.arms[1]?.high).toBeGreaterThan(0);
    expect(primary?.arms[1]?.outcome).not.toBe(ExperimentOutcome.EXPERIMENT_OUTCOME_DIFFERENT);
  });

  it('a planted difference is found, in words, and the test ends as decided', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    await seed(experimentId, salt, { A: 0.4, B: 0.6 }, 3_000);
    svc.clock.set('2026-03-12T00:00:00Z');
    const { measures } = await results(experimentId);
    expect(measures[0]?.arms[1]).toMatchObject({
      outcome: ExperimentOutcome.EXPERIMENT_OUTCOME_DIFFERENT,
      sentenceEn: expect.stringMatching(/^B brings .* more completed quizzes per 100 started ones \(95 %, valid/),
      sentenceDe: expect.stringMatching(/^B bringt .* mehr abgeschlossene Fragebögen/),
    });
    expect((await stop(experimentId)).state).toBe(ExperimentState.EXPERIMENT_STATE_DECIDED);
  });

  it('days add up to the whole, repeating it changes nothing, and late events of the last days are counted', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    const raw = await seed(experimentId, salt, { A: 0.5, B: 0.5 }, 400);
    svc.clock.set('2026-03-11T00:00:00Z');
    const first = await results(experimentId);
    expect(await results(experimentId)).toEqual(first);
    const started = ofCompletion(first.days)
      .filter(({ arm: key }) => key === 'A')
      .reduce((sum, { units }) => sum + units, 0);
    expect(started).toBe(raw.A?.started);
    await svc.db('visits').insert({
      ...{ company_id: COMPANY, day: '2026-03-10', visit_id: 'late', funnel_id: 'funnel-1', version_id: 'v' },
      ...{ source: '', locale: 'en', device: 'PHONE', started_at: new Date('2026-03-10T12:00:00Z') },
      ...{
        events: JSON.stringify([
          [0, 1, 1, 500],
          [1, 2, 1, 900],
        ]),
        experiment_id: experimentId,
        arm: 'A',
      },
    });
    const after = await results(experimentId);
    expect(after.measures[0]?.arms[0]?.units).toBe(raw.A!.started + 1);
  });

  it('a dry check shows shares and no difference; its units do not count afterwards', async () => {
    const { experimentId } = await start((await create()).experimentId, true);
    const visit = (day: string, key: string, id: string) => ({
      ...{ company_id: COMPANY, day, visit_id: id, funnel_id: 'funnel-1', version_id: 'v', source: '', locale: 'en' },
      ...{ device: 'PHONE', started_at: new Date(`${day}T18:00:00Z`), experiment_id: experimentId, arm: key },
      events: JSON.stringify([
        [0, 1, 1, 500],
        [1, 2, 1, 900],
      ]),
    });
    await svc.db('visits').insert([visit('2026-03-01', 'A', 'one'), visit('2026-03-01', 'B', 'two')]);
    svc.clock.set('2026-03-02T10:00:00Z');
    const dry = await results(experimentId);
    expect([dry.exposures.map(({ units }) => units), dry.measures]).toEqual([[1, 1], []]);
    svc.clock.set('2026-03-02T20:00:00Z');
    await svc.db('visits').insert(visit('2026-03-02', 'A', 'three'));
    const run = await results(experimentId);
    expect(run.exposures.map(({ units }) => units)).toEqual([1, 0]);
    expect(run.measures[0]?.arms.map(({ units }) => units)).toEqual([1, 0]);
  });

  it('a stored visitor is one unit, of the day of its first visit, whichever visit finishes (N15.3)', async () => {
    const { experimentId } = await start((await create()).experimentId);
    const visit = (day: string, key: string, id: string, visitor: string | null, events: number[][]) => ({
      ...{ company_id: COMPANY, day, visit_id: id, funnel_id: 'funnel-1', version_id: 'v', source: '', locale: 'en' },
      ...{ device: 'PHONE', started_at: new Date(`${day}T18:00:00Z`), experiment_id: experimentId, arm: key },
      ...{ visitor_hash: visitor && sha256(visitor), events: JSON.stringify(events) },
    });
    const shown = [[0, 1, 1, 500]];
    const started = [...shown, [1, 2, 1, 900]];
    const finished = [...started, [2, 4, 1, 2_000]];
    await svc
      .db('visits')
      .insert([
        visit('2026-03-01', 'A', 'one', 'comes back', started),
        visit('2026-03-01', 'B', 'two', 'only looks', shown),
        visit('2026-03-02', 'A', 'three', null, finished),
      ]);
    const sums = async () => {
      const { days, exposures } = await results(experimentId);
      return [
        ofCompletion(days).map(({ day, arm: key, units, successes }) => [day, key, units, successes]),
        exposures.map(({ units }) => units),
      ];
    };
    svc.clock.set('2026-03-03T12:00:00Z');
    const later = ['2026-03-02', 'A', 1, 1];
    expect(await sums()).toEqual([
      [['2026-03-01', 'A', 1, 0], later],
      [2, 1],
    ]);
    await svc
      .db('visits')
      .insert([
        visit('2026-03-12', 'A', 'four', 'comes back', finished),
        visit('2026-03-12', 'B', 'five', 'only looks', started),
        visit('2026-03-12', 'A', 'six', null, shown),
      ]);
    svc.clock.set('2026-03-13T12:00:00Z');
    expect(await sums()).toEqual([
      [['2026-03-01', 'A', 1, 1], ['2026-03-01', 'B', 1, 0], later],
      [3, 1],
    ]);
    // No visitor comes back later: the days stay as they are.
    svc.clock.set('2026-03-16T12:00:00Z');
    expect((await sums())[1]).toEqual([3, 1]);
  });

  it('too few units have no interval, and shares that differ from the weights have no result', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    await seed(experimentId, salt, { A: 0.5, B: 0.5 }, 150);
    svc.clock.set('2026-03-12T00:00:00Z');
    const early = await results(experimentId);
    expect([early.measures[0]?.arms[1]?.outcome, early.measures[0]?.arms[1]?.low]).toEqual([
      ...[ExperimentOutcome.EXPERIMENT_OUTCOME_TOO_EARLY, undefined],
    ]);
    await svc.db('visits').delete();
    await svc.db('experiments').update({ summed_until: null });
    await seed(experimentId, salt, { A: 0.5, B: 0.5 }, 2_000);
    await svc.db('visits').where({ arm: 'B' }).andWhereRaw('visit_id < ?', ['visit-0000000000001000']).delete();
    const wrong = await results(experimentId);
    expect([wrong.isRatioAlarm, wrong.measures[0]?.arms[1]?.outcome]).toEqual([
      ...[true, ExperimentOutcome.EXPERIMENT_OUTCOME_RATIO_ALARM],
    ]);
  });
});

describe('results of a test of matching (docs/insight.md N13.5)', () => {
  it('equal the figures of the raw rows: clicks, carts, orders and revenue of closed windows, up to the cap, less refunds', async () => {
    await clear();
    await order('before', '2026-02-20T12:00:00Z', 500, undefined);
    const { experimentId } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE,
    });
    const { salt, revenueCap, plan } = await start(experimentId);
    // Nothing was measured, so the greatest variance counts.
    expect([revenueCap, plan]).toEqual([500, { plannedUnits: 750, unitsPerWeek: 0 }]);
    const random = createRandom(11);
    const expected: Record<string, number[]> = { A: [0, 0, 0, 0, 0, 0], B: [0, 0, 0, 0, 0, 0] };
    const facts = [];
    const events = [];
    for (let unit = 0; unit < 400; unit += 1) {
      const hash = sha256(`analysis-${unit}`);
      const sums = expected[assignArm(salt, hash.toString('hex'), [1, 1]) === 0 ? 'A' : 'B'] as number[];
      // Of the last 60, the window of 7 days is open.
      const isOpen = unit >= 340;
      const createdAt = new Date(Date.UTC(2026, 2, isOpen ? 15 : 3, 12, 0, unit % 60));
      const isRetake = random() < 0.1;
      facts.push({
        ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: 'v', locale: '', source: '' },
        ...{ created_at: createdAt, steps: '[]', asked_contact: [], given_contact: [], is_retake: isRetake },
      });
      const [isClicked, isAdded, isBought] = [random() < 0.5, random() < 0.2, unit % 20 === 0];
      const mask = 1 + (isClicked ? 2 : 0) + (isAdded ? 4 : 0);
      events.push({
        ...{ company_id: COMPANY, analysis_hash: hash, updated_at: createdAt },
        variants: JSON.stringify([
          ['V1', mask],
          ['V2', 1],
        ]),
      });
      const value = unit === 20 ? 900 : 100;
      if (isBought) await order(`order-${unit}`, '2026-03-04T12:00:00Z', value, hash, unit === 40 ? 30 : 0);
      if (isRetake) continue;
      const net = unit === 20 ? 500 : unit === 40 ? 70 : 100;
      const counted = [1, isClicked ? 1 : 0, isAdded ? 1 : 0, isOpen ? 0 : 1, isBought ? 1 : 0, isBought ? net : 0];
      counted.forEach((count, place) => {
        if (!isOpen || place < 3) sums[place] = (sums[place] as number) + count;
      });
    }
    await svc.db.batchInsert('analysis_facts', facts, 100);
    await svc.db.batchInsert('analysis_events', events, 100);
    svc.clock.set('2026-03-16T12:00:00Z');
    const { measures, exposures } = await results(experimentId);
    expect(exposures.map(({ units, firstStepMs }) => [units, firstStepMs])).toEqual(
      ['A', 'B'].map((key) => [expected[key]?.[0], undefined]),
    );
    const found = Object.fromEntries(
      measures.map(({ measure, arms }) => [
        measure,
        arms.map(({ units, value = 0 }) => [units, Math.round(value * units)]),
      ]),
    );
    const wanted = (units: number, value: number) =>
      ['A', 'B'].map((key) => [expected[key]?.[units], expected[key]?.[value]]);
    expect(found).toEqual({
      [ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE]: wanted(0, 1),
      [ExperimentMeasure.EXPERIMENT_MEASURE_ADD_TO_CART_RATE]: wanted(0, 2),
      [ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT]: wanted(3, 4),
      [ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT]: wanted(3, 5),
    });
    const orders = measures.find(({ measure }) => measure === ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT);
    expect(orders?.arms.map(({ units, openUnits }) => units + openUnits)).toEqual(
      ['A', 'B'].map((key) => expected[key]?.[0]),
    );
    expect(measures.map(({ alpha }) => alpha)).toEqual([0.05, 0.05 / 3, 0.05 / 3, 0.05 / 3]);
    // A draft is planned with these analyses: all 28 days, those of open windows aside.
    const { plan: next } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, minimumEffect: 5, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT,
    });
    const closed = (expected.A?.[3] ?? 0) + (expected.B?.[3] ?? 0);
    expect(next?.unitsPerWeek).toBeCloseTo(closed / 4 / 2, 9);
    expect(next?.baseline).toBeGreaterThan(0);
  });
});

describe('orders of a test of the questionnaire (docs/insight.md N13.14)', () => {
  it('are those of the analyses that it assigned, per visit whose window is over; clicks and carts are per analysis', async () => {
    await clear();
    await order('before', '2026-02-20T12:00:00Z', 500, undefined);
    await svc.db('funnel_days').insert({
      ...{ company_id: COMPANY, funnel_id: 'funnel-1', version_id: 'v', locale: 'en', source: '', device: 'PHONE' },
      ...{ day: '2026-02-20', visits: 1_400, starts: 900, finishes: 300 },
    });
    const revenue = { primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT, minimumEffect: 5 };
    // Orders cannot be planned without any that is credited to an analysis of the funnel.
    expect((await create(revenue)).plan).toBeUndefined();
    const { experimentId, salt } = await start((await create()).experimentId);
    const raw = await seed(experimentId, salt, { A: 0.5, B: 0.5 }, 600);
    /** An analysis of an arm, and what the shopper did. */
    const analysis = async (
      id: string,
      key: string,
      at: string,
      { test = experimentId, mask = 1, bought = 0, isRetake = false } = {},
    ) => {
      const hash = sha256(id);
      await svc.db('analysis_facts').insert({
        ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: `version-${key}` },
        ...{ locale: '', source: '', created_at: at, steps: '[]', asked_contact: [], given_contact: [] },
        ...{ is_retake: isRetake, experiment_id: test || null },
      });
      const variants = JSON.stringify([['V1', mask]]);
      await svc.db('analysis_events').insert({ company_id: COMPANY, analysis_hash: hash, updated_at: at, variants });
      if (bought > 0) await order(`order of ${id}`, at, bought, hash);
    };
    const [early, open] = ['2026-03-03T12:00:00Z', '2026-03-09T12:00:00Z'];
    await analysis('a1', 'A', early, { mask: 3, bought: 40 });
    await analysis('a2', 'A', early, { mask: 5 });
    await analysis('b1', 'B', early, { mask: 3, bought: 900 });
    await analysis('b2', 'B', open, { mask: 3, bought: 70 });
    await analysis('b3', 'B', early, { bought: 80, isRetake: true });
    await analysis('of an integration', 'A', early, { test: '', mask: 3, bought: 60 });
    svc.clock.set('2026-03-12T00:00:00Z');
    const { measures, days } = await results(experimentId);
    // Days until 4 March are closed: 7 days from their last analysis on.
    const isClosed = (day: string) => day <= '2026-03-04';
    const visits = (key: string, closed: boolean) =>
      days
        .filter(({ arm: of, measure, day }) => of === key && measure === ORDERS && isClosed(day) === closed)
        .reduce((sum, { units }) => sum + units, 0);
    expect([visits('A', false), visits('B', false)]).toEqual([0, 0]);
    const found = new Map(
      measures.map(({ measure, arms }) => [
        measure,
        arms.map(({ units, openUnits, value = 0 }) => [units, units + openUnits, Math.round(value * units)]),
      ]),
    );
    const ofVisits = (key: string, value: number) => [visits(key, true), raw[key]?.shown, value];
    expect(found.get(ORDERS)).toEqual([ofVisits('A', 1), ofVisits('B', 1)]);
    expect(found.get(revenue.primaryMeasure)).toEqual([ofVisits('A', 40), ofVisits('B', 500)]);
    expect(found.get(ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE)).toEqual([
      [2, 2, 1],
      [2, 2, 2],
    ]);
    expect(found.get(ExperimentMeasure.EXPERIMENT_MEASURE_ADD_TO_CART_RATE)).toEqual([
      [2, 2, 1],
      [2, 2, 0],
    ]);
    expect(measures.map(({ alpha }) => alpha)).toEqual([0.05, ...Array(4).fill(0.05 / 4)]);
    // A draft is planned by the visits of 28 days; those of all analyses but retakes are known.
    const { plan } = await create(revenue);
    expect(plan?.baseline).toBeCloseTo((40 + 900 + 60) / 1_400, 9);
    expect(plan?.unitsPerWeek).toBeCloseTo(1_400 / 4 / 2, 9);
    // Orders are still counted after the end, when visits are not any more.
    await stop(experimentId);
    svc.clock.set('2026-03-18T12:00:00Z');
    expect((await results(experimentId)).measures.find(({ measure }) => measure === ORDERS)?.arms[1]).toMatchObject({
      ...{ units: raw.B?.shown, openUnits: 0, successes: 2 },
    });
  });
});

const ORDERS = ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT;

/** A verified order with one line, credited to an analysis, and perhaps refunded in part. */
async function order(key: string, at: string, amount: number, hash: Buffer | undefined, refunded = 0): Promise<void> {
  const ids = { company_id: COMPANY, order_key: key };
  await svc.db('orders').insert({
    ...{ ...ids, kind: 'VERIFIED', content_hash: Buffer.alloc(32), ordered_at: at, currency: 'EUR', window_days: 7 },
    ...{ totals_include_tax: true, had_chat: null, names_unknown_analyses_only: false, received_at: at },
  });
  const line = { ...ids, line_key: '1' };
  await svc.db('order_lines').insert({ ...line, variant_id: 'V1', quantity: 1, price: amount, amount });
  if (hash) {
    await svc
      .db('attributions')
      .insert({ ...line, analysis_hash: hash, funnel_id: 'funnel-1', rule: 'DIRECT', proof: 'CONFIRMED' });
  }
  if (refunded > 0) {
    await svc.db('refunds').insert({
      ...{ ...line, refund_key: `refund-${key}`, content_hash: Buffer.alloc(32), refunded_at: at, amount: refunded },
      received_at: at,
    });
  }
}
