import { assignArm, createLogger, sha256 } from '@svc/kit';
import {
  ExperimentEnd,
  ExperimentGuard,
  ExperimentKind,
  ExperimentMeasure,
  ExperimentOutcome,
  ExperimentState,
  OrderKind,
} from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashVisitor } from './db/exposures.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpExperiments, addUpOne } from './usecases/experiments/add-up-experiments.js';
import { checkExperiments } from './usecases/experiments/check-experiments.js';

const COMPANY = 'company-1';
let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of ['experiments', 'orders', 'refunds', 'activity_days']) await svc.db(table).delete();
  // Without an order, revenue cannot be planned.
  await order('before', { at: '2026-02-20T12:00:00Z', price: '500' });
});

const arm = (key: string, weight = 1) => ({ key, name: '', weight, versionId: '', settingsJson: Buffer.alloc(0) });
const design = (more: object = {}) => ({
  ...{ name: 'Components', kind: ExperimentKind.EXPERIMENT_KIND_HOLDOUT, funnelId: '', hypothesis: 'They help.' },
  ...{ minimumEffect: 5, arms: [arm('A'), arm('B')] },
  primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT,
  ...more,
});
const create = async (more: object = {}) =>
  (await svc.experiments.createExperiment({ companyId: COMPANY, design: design(more) })).experiment!;
const begin = async (more: object = {}, dryCheck = false) => {
  const { experimentId } = await create(more);
  return (await svc.experiments.startExperiment({ companyId: COMPANY, experimentId, dryCheck, currency: 'EUR' }))
    .experiment!;
};
const visitor = (number: number) => `visitor-${String(number).padStart(16, '0')}`;
const expose = (experimentId: string, number: number, companyId = COMPANY) =>
  svc.visits.recordExposure({ companyId, experimentId, visitorId: visitor(number) });
const getArm = (salt: string, number: number) => (assignArm(salt, visitor(number), [1, 1]) === 0 ? 'A' : 'B');
/** Numbers of visitors, each in the arm that a letter names: the salt of an experiment is another one in each run. */
function findInArms(salt: string, arms: string): number[] {
  let number = -1;
  return [...arms].map((key) => {
    do number += 1;
    while (getArm(salt, number) !== key);
    return number;
  });
}

interface Given {
  at?: string;
  price?: string;
  visitorId?: string;
  kind?: OrderKind;
}

const { ORDER_KIND_REPORTED, ORDER_KIND_VERIFIED } = OrderKind;

function order(orderId: string, { at = '2026-03-02T12:00:00Z', price = '10', visitorId, kind }: Given = {}) {
  return svc.orders.recordOrder({
    ...{ companyId: COMPANY, analyses: [], attributionDays: 7 },
    order: {
      ...{ orderId, kind: kind ?? ORDER_KIND_VERIFIED, createTime: new Date(at), currency: 'EUR', discount: '0' },
      ...{ totalsIncludeTax: true, recommendations: [], contentHash: sha256(`${orderId} ${price}`) },
      lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price, discount: '0' }],
      ...(visitorId === undefined ? {} : { visitorId }),
    },
  });
}
const loadVisitor = async (orderId: string) => {
  const row = await svc.db('orders').where({ order_key: orderId }).first('visitor_hash');
  return (row?.visitor_hash as Buffer | null | undefined)?.toString('hex') ?? null;
};
const hash = (number: number) => hashVisitor(COMPANY, visitor(number)).toString('hex');
const results = async (experimentId: string) => {
  await addUpOne({ db: svc.knex, clock: svc.clock }, COMPANY, experimentId);
  return (await svc.experiments.getExperimentResults({ companyId: COMPANY, experimentId })).results!;
};

describe('visitors of a holdout (docs/insight.md N14.3)', () => {
  it('count once, in the arm that the service computes, by a hash', async () => {
    const { experimentId, salt } = await begin();
    await Promise.all(Array.from({ length: 30 }, (_, number) => expose(experimentId, number)));
    svc.clock.set('2026-03-03T12:00:00Z');
    for (let number = 0; number < 30; number += 1) await expose(experimentId, number);
    const rows = await svc.db('exposures').select('arm', 'visitor_hash', 'exposed_at');
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map((row) => row.exposed_at.toISOString()))).toEqual(new Set(['2026-03-01T12:00:00.000Z']));
    const arms = new Map(rows.map((row) => [row.visitor_hash.toString('hex'), row.arm]));
    for (let number = 0; number < 30; number += 1) expect(arms.get(hash(number))).toBe(getArm(salt, number));
    expect(JSON.stringify(rows)).not.toContain('visitor-0');
  });

  it('do not count in a draft, after the end, in another company, or in a test of another kind', async () => {
    const draft = await create();
    await expose(draft.experimentId, 1);
    const { experimentId } = await begin();
    await expose(experimentId, 1, 'company-2');
    await svc.experiments.stopExperiment({
      ...{ companyId: COMPANY, experimentId, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
    });
    await expose(experimentId, 1);
    const matching = await begin({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, funnelId: 'funnel-1', minimumEffect: 0.1 },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE,
      arms: [arm('A'), { ...arm('B'), settingsJson: Buffer.from('{"learning":false}') }],
    });
    await expose(matching.experimentId, 1);
    expect(await svc.db('exposures')).toEqual([]);
  });

  it('of the dry check count again afterwards, from their next report on (docs/insight.md N13.4, N14.7)', async () => {
    const { experimentId } = await begin({}, true);
    await expose(experimentId, 1);
    await expose(experimentId, 2);
    svc.clock.set('2026-03-01T18:00:00Z');
    expect((await results(experimentId)).exposures.reduce((sum, { units }) => sum + units, 0)).toBe(2);
    svc.clock.set('2026-03-02T18:00:00Z');
    await expose(experimentId, 1);
    svc.clock.set('2026-03-03T18:00:00Z');
    const { exposures, days } = await results(experimentId);
    expect(exposures.reduce((sum, { units }) => sum + units, 0)).toBe(1);
    expect(days.every(({ day }) => day === '2026-03-02')).toBe(true);
  });
});

describe('orders of visitors (docs/insight.md N14.4)', () => {
  it('name the visitor only if that is a unit of a holdout', async () => {
    const { experimentId } = await begin();
    await expose(experimentId, 1);
    await order('of a unit', { visitorId: visitor(1) });
    await order('of another', { visitorId: visitor(2) });
    expect([await loadVisitor('of a unit'), await loadVisitor('of another')]).toEqual([hash(1), null]);
  });

  it('a verified order has the visitor of the reported one, whichever arrives first', async () => {
    const { experimentId } = await begin();
    await expose(experimentId, 1);
    const reported = { visitorId: visitor(1), kind: ORDER_KIND_REPORTED };
    await order('page first', reported);
    await order('page first');
    await order('server first');
    await order('server first', reported);
    await order('other contents');
    const other = order('other contents', { ...reported, price: '31' });
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    const rows = await svc.db('orders').whereNot({ order_key: 'before' }).orderBy('order_key').select('kind');
    expect(rows.map(({ kind }) => kind)).toEqual(['VERIFIED', 'VERIFIED', 'VERIFIED']);
    const visitors = await Promise.all(['page first', 'server first', 'other contents'].map(loadVisitor));
    expect(visitors).toEqual([hash(1), hash(1), hash(1)]);
    await expose(experimentId, 2);
    await order('server first', { ...reported, visitorId: visitor(2) });
    expect(await loadVisitor('server first')).toBe(hash(1));
  });
});

describe('results of a holdout (docs/insight.md N14.5, N14.6)', () => {
  it('count all verified orders of a unit from its first report until its window is over, up to the cap, less refunds', async () => {
    const { experimentId, salt, revenueCap } = await begin();
    expect(revenueCap).toBe(500);
    const revenue = [42.5, 0, 0, 7, 0, 500, 30, 0];
    const units = findInArms(salt, 'ABABABAB');
    for (const number of units) await expose(experimentId, number);
    const ordered = (orderId: string, unit: number, more: Given = {}) =>
      order(orderId, { visitorId: visitor(units[unit] as number), ...more });
    await ordered('two', 0, { price: '30' });
    await ordered('two again', 0, { price: '12.50', at: '2026-03-08T11:59:59Z' });
    await ordered('too late', 1, { at: '2026-03-08T12:00:01Z' });
    await ordered('too early', 2, { at: '2026-03-01T11:54:00Z' });
    await ordered('clock', 3, { at: '2026-03-01T11:56:00Z', price: '7' });
    await ordered('reported', 4, { kind: ORDER_KIND_REPORTED });
    await ordered('large', 5, { price: '9000' });
    await ordered('refunded', 6, { price: '50' });
    await svc.orders.recordRefund({
      companyId: COMPANY,
      refund: {
        ...{ refundId: 'R1', orderId: 'refunded', createTime: new Date('2026-03-03T12:00:00Z') },
        ...{ lines: [{ lineId: '1', amount: '20' }], contentHash: sha256('R1') },
      },
    });
    svc.clock.set('2026-03-08T12:00:02Z');
    const late = Math.max(...units) + 1;
    await expose(experimentId, late);
    svc.clock.set('2026-03-08T12:00:03Z');
    const { measures } = await results(experimentId);
    const expected = ['A', 'B'].map((key, arm) => {
      const sum = revenue.filter((_, unit) => unit % 2 === arm).reduce((total, each) => total + each, 0);
      return [4, getArm(salt, late) === key ? 1 : 0, sum];
    });
    expect(
      measures[0]?.arms.map(({ units, openUnits, value = 0 }) => [
        units,
        openUnits,
        Number((value * units).toFixed(9)),
      ]),
    ).toEqual(expected);
    expect(measures.map(({ measure, isPrimary }) => [measure, isPrimary])).toEqual([
      [ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT, true],
      [ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT, false],
    ]);
  });

  it('a window that the end of the test cuts never counts, since all visitors see the components then', async () => {
    const { experimentId } = await begin();
    await expose(experimentId, 1);
    svc.clock.set('2026-03-07T12:00:00Z');
    await svc.experiments.stopExperiment({
      ...{ companyId: COMPANY, experimentId, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
    });
    svc.clock.set('2026-03-20T12:00:00Z');
    const { measures } = await results(experimentId);
    const sums = measures[0]?.arms.map(({ units, openUnits }) => [units, openUnits]) ?? [];
    expect(sums.reduce(([a, b], [units, open]) => [a! + units!, b! + open!], [0, 0])).toEqual([0, 1]);
  });

  it('keep the days whose visitors were deleted by age (N8.4)', async () => {
    const { experimentId } = await begin();
    for (const [number, at] of ['2026-03-02T12:00:00Z', '2026-03-20T12:00:00Z'].entries()) {
      svc.clock.set(at);
      await expose(experimentId, number);
    }
    const count = async () => (await results(experimentId)).exposures.reduce((sum, { units }) => sum + units, 0);
    svc.clock.set('2026-03-21T12:00:00Z');
    expect(await count()).toBe(2);
    svc.clock.set('2027-04-10T12:00:00Z');
    await addUpExperiments({ db: svc.knex, clock: svc.clock, log: createLogger({ name: 'test', level: 'silent' }) })();
    expect(await svc.db('exposures')).toHaveLength(1);
    expect(await count()).toBe(2);
  });

  it('a planted difference is found, as additional revenue in words and per month', async () => {
    const { experimentId, salt } = await begin({ minimumEffect: 10 });
    const exposures = [];
    const orders = [];
    const lines = [];
    // As many of each arm, and as many orders, for every salt: no run finds another difference by chance.
    for (const [index, number] of findInArms(salt, 'AB'.repeat(1_500)).entries()) {
      const key = index % 2 === 0 ? 'A' : 'B';
      const ids = { company_id: COMPANY, order_key: `order-${number}` };
      const at = new Date(Date.UTC(2026, 2, 2, 12, 0, number % 60));
      exposures.push({
        ...{ company_id: COMPANY, experiment_id: experimentId, visitor_hash: hashVisitor(COMPANY, visitor(number)) },
        ...{ arm: key, exposed_at: at },
      });
      if (Math.floor(index / 2) % (key === 'A' ? 12 : 6) > 0) continue;
      orders.push({
        ...{
          ...ids,
          kind: 'VERIFIED',
          content_hash: Buffer.alloc(32),
          ordered_at: at,
          currency: 'EUR',
          window_days: 7,
        },
        ...{ totals_include_tax: true, names_unknown_analyses_only: false, received_at: at },
        visitor_hash: hashVisitor(COMPANY, visitor(number)),
      });
      lines.push({ ...ids, line_key: '1', variant_id: 'V1', quantity: 1, price: 60, amount: 60 });
    }
    await svc.db.batchInsert('exposures', exposures, 500);
    await svc.db.batchInsert('orders', orders, 500);
    await svc.db.batchInsert('order_lines', lines, 500);
    svc.clock.set('2026-03-11T12:00:00Z');
    const { measures, additionalRevenue } = await results(experimentId);
    const found = measures[0]?.arms[1];
    expect(found).toMatchObject({
      outcome: ExperimentOutcome.EXPERIMENT_OUTCOME_DIFFERENT,
      sentenceEn: expect.stringMatching(
        /^B brings €\d\.\d\d to €\d\.\d\d additional revenue per visitor \(95 %, valid/,
      ),
      sentenceDe: expect.stringMatching(/^B bringt .*\s€ zusätzlichen Umsatz je Besucher \(95 %, jederzeit gültig\)/),
    });
    // 3,000 visitors in 10 days are 9,000 in 30 days.
    expect(additionalRevenue?.visitorsPerMonth).toBe(9_000);
    expect(additionalRevenue?.perMonth).toBeCloseTo(9_000 * (found?.difference ?? 0), 6);
    expect(additionalRevenue?.low).toBeCloseTo(9_000 * (found?.low ?? 0), 6);
    expect(additionalRevenue?.high).toBeCloseTo(9_000 * (found?.high ?? 0), 6);
    const { experiment } = await svc.experiments.stopExperiment({
      ...{ companyId: COMPANY, experimentId, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
    });
    expect(experiment?.state).toBe(ExperimentState.EXPERIMENT_STATE_DECIDED);
  });

  it('has refunds of all orders of its visitors as its guard, and a daily check of its visitors (N14.9)', async () => {
    const { experimentId, salt } = await begin();
    const [a = 0, b = 0, other = 0] = findInArms(salt, 'ABB');
    for (const number of [a, b, other]) await expose(experimentId, number);
    const refund = (orderId: string) =>
      svc.orders.recordRefund({
        companyId: COMPANY,
        refund: {
          ...{ refundId: orderId, orderId, createTime: new Date('2026-03-03T12:00:00Z') },
          ...{ lines: [{ lineId: '1', amount: '1' }], contentHash: sha256(orderId) },
        },
      });
    await order('kept', { visitorId: visitor(a) });
    await order('sent back', { visitorId: visitor(b) });
    await order('after the window', { visitorId: visitor(b), at: '2026-03-08T12:00:01Z' });
    await order('reported', { visitorId: visitor(other), kind: ORDER_KIND_REPORTED });
    await order('of no unit');
    for (const orderId of ['sent back', 'reported', 'of no unit']) await refund(orderId);
    svc.clock.set('2026-03-08T12:00:02Z');
    const log = createLogger({ name: 'insight-svc', level: 'silent' });
    expect(await checkExperiments({ db: svc.knex, clock: svc.clock, log })()).toEqual({ ratio: 0, split: 0 });
    const { guards, splitCheck } = (await svc.experiments.getExperimentResults({ companyId: COMPANY, experimentId }))
      .results!;
    expect(guards).toEqual([
      {
        guard: ExperimentGuard.EXPERIMENT_GUARD_REFUNDS,
        arms: [
          { arm: 'A', units: 1, cases: 0, isWorse: false },
          { arm: 'B', units: 1, cases: 1, isWorse: false },
        ],
      },
    ]);
    expect(splitCheck).toMatchObject({ units: 3, isAlarm: false });
  });

  it('one runs for a company, and it has two arms', async () => {
    await begin();
    await expect(begin()).rejects.toMatchObject({ code: 'CONFLICT' });
    const three = create({ arms: [arm('A'), arm('B'), arm('C')] });
    await expect(three).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: '/arms' }] });
    const clicks = create({ primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE });
    await expect(clicks).rejects.toMatchObject({ details: [{ path: '/primaryMeasure' }] });
  });

  it('is planned with the page loads that were counted, else with 50 visitors for each order', async () => {
    expect((await create()).plan).toMatchObject({ baseline: 10, unitsPerWeek: 50 / 4 / 2 });
    const counted = { company_id: COMPANY, funnel_id: '', day: '2026-02-25' };
    await svc.db('activity_days').insert([
      { ...counted, type: 'BUTTON_SHOWN', visits: 400 },
      { ...counted, type: 'WIDGET_SHOWN', visits: 300 },
    ]);
    expect((await create()).plan).toMatchObject({ baseline: 500 / 400, unitsPerWeek: 400 / 4 / 2 });
  });
});
