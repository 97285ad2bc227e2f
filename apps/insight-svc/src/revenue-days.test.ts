import { sha256 } from '@svc/kit';
import { type Order, OrderKind } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { expireOldFacts } from './usecases/add-up-analyses.js';
import { expireOldOrders } from './usecases/expire-orders.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of [
    'orders',
    'refunds',
    'revenue_days',
    'analysis_facts',
    'analysis_events',
    'analysis_days',
    'variant_days',
  ])
    await svc.db(table).delete();
});

const signal = new AbortController().signal;
const ORDERED = new Date('2026-03-01T10:00:00Z');
const order = (orderId: string, price: string, analysisId?: string): Order => ({
  ...{ orderId, kind: OrderKind.ORDER_KIND_VERIFIED, contentHash: sha256(orderId), createTime: ORDERED },
  ...{ currency: 'EUR', totalsIncludeTax: true, discount: '0', recommendations: [] },
  lines: [
    {
      ...{ lineId: '1', variantId: 'V1', quantity: 1, price, discount: '0' },
      ...(analysisId === undefined ? {} : { analysisId }),
    },
  ],
});
const send = (given: Order, analysisId?: string) =>
  svc.orders.recordOrder({
    ...{ companyId: 'company-1', order: given, attributionDays: 7 },
    analyses:
      analysisId === undefined
        ? []
        : [
            {
              ...{ analysisId, funnelId: 'funnel-1', createTime: new Date('2026-02-28T10:00:00Z') },
              ...{ isPreview: false, provenVariantIds: ['V1'] },
            },
          ],
  });
const refund = (refundId: string, orderId: string, amount: string) =>
  svc.orders.recordRefund({
    companyId: 'company-1',
    refund: {
      ...{ refundId, orderId, createTime: new Date('2026-03-05T10:00:00Z'), contentHash: sha256(refundId) },
      lines: [{ lineId: '1', amount }],
    },
  });
const fact = (id: string, source: string) =>
  svc.db('analysis_facts').insert({
    ...{ company_id: 'company-1', analysis_hash: sha256(id), funnel_id: 'funnel-1', version_id: 'v1', locale: 'de' },
    ...{ source, created_at: ORDERED, steps: '[]', asked_contact: [], given_contact: [] },
  });
const events = (id: string, variants: [string, number][]) =>
  svc.db('analysis_events').insert({
    ...{ company_id: 'company-1', analysis_hash: sha256(id), variants: JSON.stringify(variants), updated_at: ORDERED },
  });
const QUERY = { companyId: 'company-1', fromDay: '2026-03-01', toDay: '2026-03-01', timeZone: 'UTC' };
const revenue = async (more: object = {}) =>
  (await svc.orders.getRevenue({ ...QUERY, ...more })).rows.map(({ rule, orders, gross, refunded, net }) =>
    [rule.slice(17), orders, Number(gross), Number(refunded), Number(net)].join(' '),
  );

async function someOrders() {
  await send(order('1', '200', 'a'), 'a');
  await send(order('2', '30', 'b'), 'b');
  await send(order('3', '10'));
  await refund('R1', '1', '50');
  await fact('a', 'news');
  await fact('b', '');
}

describe('revenue by version, language, source and kind (docs/insight.md N7.8, N7.13)', () => {
  it.each([
    [{ source: 'news' }, ['DIRECT 1 200 50 150']],
    [{ source: '' }, ['DIRECT 1 30 0 30']],
    [{ versionId: 'v1' }, ['DIRECT 2 230 50 180']],
    [{ versionId: 'v2' }, []],
    [{ kind: OrderKind.ORDER_KIND_VERIFIED }, ['DIRECT 2 230 50 180', 'NONE 1 10 0 10']],
    [{ kind: OrderKind.ORDER_KIND_REPORTED }, []],
    [{ locale: 'de', funnelId: 'funnel-1' }, ['DIRECT 2 230 50 180']],
    [{}, ['DIRECT 2 230 50 180', 'NONE 1 10 0 10']],
  ])('%j', async (filter, expected) => {
    await someOrders();
    expect(await revenue(filter)).toEqual(expected);
  });
});

describe('revenue of analyses that are no longer kept (docs/insight.md N8.5)', () => {
  it('stays the same for every filter until the order is deleted, and afterwards', async () => {
    await someOrders();
    const filters = [{}, { source: 'news' }, { source: '' }, { versionId: 'v1' }, { locale: 'de' }, { locale: 'fr' }];
    const before = await Promise.all(filters.map(revenue));
    // Orders may be 30 days younger than their analysis.
    await svc.db('analysis_facts').update({ created_at: '2026-02-01T10:00:00Z' });
    svc.clock.set('2027-03-10T10:00:00Z');
    await expireOldFacts({ db: svc.knex, clock: svc.clock }, signal);
    expect(await svc.db('analysis_facts')).toEqual([]);
    expect(await svc.db('orders')).toHaveLength(3);
    expect(await Promise.all(filters.map(revenue))).toEqual(before);
    svc.clock.set('2027-04-06T10:00:00Z');
    await expireOldOrders({ db: svc.knex, clock: svc.clock }, signal);
    expect(await svc.db('orders')).toEqual([]);
    expect(await Promise.all(filters.map(revenue))).toEqual(before);
  });
});

describe('what was put into carts (docs/insight.md N7.9)', () => {
  const carted = async (more: object = {}) =>
    (await svc.orders.getRevenue({ ...QUERY, ...more })).carted.map(({ variantId, analyses }) => [variantId, analyses]);
  /** Sum of 1 shown, 2 clicked, 4 added, 8 bought. */
  async function someCarts() {
    for (const [id, source] of [
      ['a', 'news'],
      ['b', ''],
      ['c', ''],
    ] as const)
      await fact(id, source);
    await events('a', [
      ['V1', 7],
      ['V2', 3],
    ]);
    await events('b', [
      ['V1', 5],
      ['V3', 12],
    ]);
    await events('c', [['V2', 4]]);
    await svc
      .db('analysis_facts')
      .where({ analysis_hash: sha256('c') })
      .update({ is_retake: true });
  }

  it('is by the days of the time zone that is asked for, of all funnels without one, and without retakes', async () => {
    await someCarts();
    // 2026-03-01T10:00Z is the next day there.
    const kiritimati = { timeZone: 'Pacific/Kiritimati' };
    expect(await carted(kiritimati)).toEqual([]);
    const next = { ...kiritimati, fromDay: '2026-03-02', toDay: '2026-03-02' };
    expect(await carted(next)).toEqual([
      ['V1', 2],
      ['V3', 1],
    ]);
    expect(await carted({ ...next, source: 'news' })).toEqual([['V1', 1]]);
    expect(await carted({ ...next, funnelId: 'funnel-2' })).toEqual([]);
  });

  it('is that of the sums in their zone', async () => {
    const key = { company_id: 'company-1', funnel_id: 'funnel-1', day: '2026-03-01', version_id: 'v1', locale: 'de' };
    const interactions = { shown: 9, clicked: 4, added: 3, bought: 0 };
    await svc.db('variant_days').insert({ ...key, source: '', variant_id: 'V9', ...interactions });
    await svc
      .db('analysis_days')
      .insert({ ...key, source: '', analyses: 9, retakes: 0, retakes_known: 0, asked: 0, given: 0, ...interactions });
    expect(await carted()).toEqual([['V9', 3]]);
    // Analyses of that day were deleted by age.
    svc.clock.set('2027-06-01T10:00:00Z');
    expect(await carted({ timeZone: 'Asia/Kolkata' })).toEqual([['V9', 3]]);
  });
});

describe('revenue of orders that are no longer kept (docs/insight.md N7.7)', () => {
  it('stays the same for every filter, also when replicas delete at the same time', async () => {
    await someOrders();
    const filters = [
      ...[{}, { source: 'news' }, { source: '' }, { versionId: 'v1' }, { funnelId: 'funnel-1' }],
      ...[{ kind: OrderKind.ORDER_KIND_VERIFIED }, { kind: OrderKind.ORDER_KIND_REPORTED }],
    ];
    const before = await Promise.all(filters.map(revenue));
    svc.clock.set('2027-04-05T10:00:01Z');
    await Promise.all(Array.from({ length: 3 }, () => expireOldOrders({ db: svc.knex, clock: svc.clock }, signal)));
    expect(await svc.db('orders')).toEqual([]);
    expect(await svc.db('refunds')).toEqual([]);
    expect(await Promise.all(filters.map(revenue))).toEqual(before);
  });

  it('is less all refunds, however many orders are deleted at a time', async () => {
    await someOrders();
    const [kept] = await svc.db('orders').where({ order_key: '3' });
    const older = { ordered_at: new Date('2026-02-28T10:00:00Z'), content_hash: Buffer.alloc(32) };
    const orders = Array.from({ length: 1_000 }, (_, n) => ({ ...kept, ...older, order_key: `older-${n}` }));
    await svc.db.batchInsert('orders', orders, 500);
    const before = await revenue();
    svc.clock.set('2027-05-01T10:00:00Z');
    await expireOldOrders({ db: svc.knex, clock: svc.clock }, signal);
    expect(await svc.db('orders')).toEqual([]);
    expect(await revenue()).toEqual(before);
  });

  it('is still printed with the windows of its orders (N6.6)', async () => {
    const windows = async (more: object = {}) => (await svc.orders.getRevenue({ ...QUERY, ...more })).attributionDays;
    await someOrders();
    await svc.db('orders').where({ order_key: '1' }).update({ ordered_at: '2026-03-01T09:00:00Z', window_days: 30 });
    expect(await windows()).toEqual([7, 30]);
    for (const time of ['2027-04-05T09:30:00Z', '2027-04-06T10:00:00Z']) {
      svc.clock.set(time);
      await expireOldOrders({ db: svc.knex, clock: svc.clock }, signal);
      expect(await windows()).toEqual([7, 30]);
    }
    expect(await svc.db('orders')).toEqual([]);
    expect(await windows({ kind: OrderKind.ORDER_KIND_REPORTED })).toEqual([]);
  });

  it('is added to what is still kept of the same day, and holds no id of an order', async () => {
    await someOrders();
    await svc.db('orders').where({ order_key: '1' }).update({ ordered_at: '2026-03-01T09:00:00Z' });
    svc.clock.set('2027-04-05T09:30:00Z');
    await expireOldOrders({ db: svc.knex, clock: svc.clock }, signal);
    expect((await svc.db('orders')).map(({ order_key }) => order_key).sort()).toEqual(['2', '3']);
    expect(await revenue()).toEqual(['DIRECT 2 230 50 180', 'NONE 1 10 0 10']);
    expect(
      Object.keys((await svc.db('revenue_days'))[0]).filter((name) => /order_key|hash|analysis/.test(name)),
    ).toEqual([]);
  });
});
