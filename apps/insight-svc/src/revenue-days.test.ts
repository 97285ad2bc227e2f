import { sha256 } from '@svc/kit';
import { type Order, OrderKind } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { expireOldOrders } from './usecases/expire-orders.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of ['orders', 'refunds', 'revenue_days', 'analysis_facts']) await svc.db(table).delete();
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

describe('revenue by version, language and source (docs/insight.md N7.8)', () => {
  it.each([
    [{ source: 'news' }, ['DIRECT 1 200 50 150']],
    [{ source: '' }, ['DIRECT 1 30 0 30']],
    [{ versionId: 'v1' }, ['DIRECT 2 230 50 180']],
    [{ versionId: 'v2' }, []],
    [{ locale: 'de', funnelId: 'funnel-1' }, ['DIRECT 2 230 50 180']],
    [{}, ['DIRECT 2 230 50 180', 'NONE 1 10 0 10']],
  ])('%j', async (filter, expected) => {
    await someOrders();
    expect(await revenue(filter)).toEqual(expected);
  });
});

describe('revenue of orders that are no longer kept (docs/insight.md N7.7)', () => {
  it('stays the same for every filter, also when replicas delete at the same time', async () => {
    await someOrders();
    const filters = [{}, { source: 'news' }, { source: '' }, { versionId: 'v1' }, { funnelId: 'funnel-1' }];
    const before = await Promise.all(filters.map(revenue));
    svc.clock.set('2027-04-05T10:00:01Z');
    await Promise.all(Array.from({ length: 3 }, () => expireOldOrders({ db: svc.knex, clock: svc.clock }, signal)));
    expect(await svc.db('orders')).toEqual([]);
    expect(await svc.db('refunds')).toEqual([]);
    expect(await Promise.all(filters.map(revenue))).toEqual(before);
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
