import { forCompany, ServiceError, sha256 } from '@svc/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseFacts, foldFacts, saveFacts } from './db/analysis-facts.js';
import { changeTimeZone, loadTimeZone } from './db/company-zones.js';
import { eraseAnalyses } from './db/erasures.js';
import { foldOrders } from './db/fold-orders.js';
import { listRevenue } from './db/revenue.js';
import type { RevenueQuery } from './db/revenue-lines.js';
import type { OrderKind } from './domain/attribution/order.js';
import { expectExactRevenue } from './testing/exact-revenue.testing.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpOrders } from './usecases/add-up-orders.js';
import type { RefusalCounter } from './usecases/count-refusal.js';
import { getRevenue } from './usecases/get-revenue.js';
import { recordOrder } from './usecases/record-order.js';
import { recordRefund } from './usecases/record-refund.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const COMPANY = 'company-1';
const TABLES = ['orders', 'refunds', 'revenue_days', 'revenue_place_days', 'analysis_facts', 'erased_analyses'];
const SUMS = ['order_sum_days', 'order_days', 'credited_lines', 'line_credits'];
const clear = async () => {
  // The clocks of New York and Havana went forward on the 8th, in Havana at midnight.
  svc.clock.set('2026-03-12T12:00:00Z');
  for (const table of [...TABLES, 'company_zones', 'order_day_marks', ...SUMS]) await svc.db(table).delete();
};
beforeEach(clear);

const HOUR = 3_600_000;
const FIRST = Date.parse('2026-03-05T00:00:00Z');
const QUERY = { fromDay: '2026-03-03', toDay: '2026-03-13', timeZone: 'UTC' };
const FILTERS: Partial<RevenueQuery>[] = [
  ...[{}, { funnelId: 'f1' }, { versionId: 'v1' }, { locale: 'de' }, { locale: '' }, { source: 'news' }],
  ...[{ source: '' }, { kind: 'VERIFIED' as const }, { funnelId: 'f2', source: '', kind: 'REPORTED' as const }],
];
const refusals: RefusalCounter = { count: async () => {}, during: (_company, _kind, work) => work() };
const inCompany = <T>(work: Parameters<typeof forCompany<T>>[2]) => forCompany(svc.knex, COMPANY, work);
const addUp = () => addUpOrders({ db: svc.knex, clock: svc.clock })(new AbortController().signal);

/** The release before does not make `line_credits`: what there is of it is not of the same orders. */
const addUpAsBefore = async () => {
  await addUp();
  await svc.db('order_sum_days').update({ has_line_credits: false, late_refunds: 7 });
  await svc.db('line_credits').update({ amount: '77', variant_orders: 7 });
};

interface NewOrder {
  orderId: string;
  kind: OrderKind;
  hours: number;
  currency: string;
  hadChat: boolean | null;
  windowDays: number;
  lines: { variantId: string; analysis: string | undefined; price: bigint }[];
}
/** Every fact of an analysis but the funnel, which orders have from elsewhere. */
interface NewFact {
  analysis: string;
  versionId: string;
  locale: string;
  source: string;
}

async function sendOrder({ orderId, kind, hours, currency, hadChat, windowDays, lines }: NewOrder) {
  const createdAt = FIRST + hours * HOUR;
  const named = [...new Set(lines.flatMap(({ analysis }) => analysis ?? []))];
  await recordOrder({ db: svc.knex, clock: svc.clock, refusals })(COMPANY, {
    ...{ orderId, kind, currency, hadChat, windowDays, totalsIncludeTax: true, unreadAnalyses: 0, visitorId: null },
    digest: sha256(JSON.stringify([hours, currency, lines.map(({ price }) => String(price))])).toString('hex'),
    order: {
      ...{ createdAt, discount: 0n, recommendations: [] },
      lines: lines.map(({ variantId, analysis, price }, at) => ({
        ...{ lineId: `${at}`, variantId, quantity: 1, price, discount: 0n, productId: null },
        ...(analysis === undefined ? {} : { analysisId: analysis }),
      })),
    },
    // `unread` is one that cannot be read: a line that names it is credited to none.
    analyses: new Map(
      named
        .filter((id) => id !== 'unread')
        .map((id) => [
          id,
          {
            ...{ funnelId: id === 'c' ? 'f2' : 'f1', createdAt: createdAt - HOUR, isGenuine: true },
            provenVariants: new Set(['V1']),
            places:
              id === 'b' ? null : new Map([['V1', { tabs: ['FACE', 'NEW'], rules: id === 'a' ? ['spring'] : [] }]]),
          },
        ]),
    ),
  });
}
const sendRefund = (refundId: string, orderId: string, lineId: string, amount: bigint, days: number) =>
  recordRefund({ db: svc.knex, clock: svc.clock, refusals })(COMPANY, {
    ...{ refundId, orderId, digest: sha256(`${orderId} ${lineId} ${amount}`).toString('hex') },
    ...{ refundedAt: new Date(FIRST + days * 24 * HOUR), lines: [{ lineId, amount }] },
  });
const saveFact = ({ analysis, ...fact }: NewFact) =>
  inCompany((trx) =>
    saveFacts(trx, COMPANY, [
      {
        ...{
          companyId: COMPANY,
          analysisHash: sha256(analysis),
          funnelId: 'f1',
          createdAt: new Date(FIRST),
          steps: [],
        },
        ...{ askedContact: [], givenContact: [], isRetake: null, experimentId: null, ...fact },
      },
    ]),
  );
const erase = (analysis: string) =>
  svc.knex.transaction(async (trx) => {
    await eraseAnalyses(trx, [sha256(analysis)]);
    await eraseFacts(trx, [sha256(analysis)]);
  });

const expectExact = (timeZone: string, filters: readonly Partial<RevenueQuery>[]) =>
  expectExactRevenue(svc, COMPANY, { ...QUERY, timeZone }, filters);

const ZONES = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'America/Havana', 'Pacific/Kiritimati'];
const amount = fc.constantFrom(0n, 1n, 99_900n, 100_000n, 255_000n);
const orderId = fc.constantFrom('1', '2', '3', '4');
const analysis = fc.constantFrom('a', 'b', 'c');
const order: fc.Arbitrary<NewOrder> = fc.record({
  ...{ orderId, kind: fc.constantFrom('VERIFIED' as const, 'REPORTED' as const), hours: fc.nat({ max: 150 }) },
  ...{ currency: fc.constantFrom('EUR', 'CHF'), hadChat: fc.constantFrom(null, true, false) },
  windowDays: fc.constantFrom(7, 30),
  lines: fc.array(
    fc.record({
      variantId: fc.constantFrom('V1', 'V2', 'V3'),
      analysis: fc.constantFrom('a', 'b', 'c', 'unread', undefined),
      price: amount,
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
const fact: fc.Arbitrary<NewFact> = fc.record({
  ...{ analysis, versionId: fc.constantFrom('v1', 'v2'), locale: fc.constantFrom('de', '') },
  source: fc.constantFrom('news', ''),
});
/** What happens, and how it is done. */
const step: fc.Arbitrary<[name: string, run: () => Promise<unknown>]> = fc.oneof(
  {
    weight: 6,
    arbitrary: order.map((given): [string, () => Promise<unknown>] => [
      `order ${given.orderId}`,
      () => sendOrder(given),
    ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('R1', 'R2', 'R3'), orderId, fc.constantFrom('0', '1'), amount, fc.constantFrom(3, 20, 70))
      .map((given): [string, () => Promise<unknown>] => [`refund ${given.join(' ')}`, () => sendRefund(...given)]),
  },
  {
    weight: 3,
    arbitrary: fact.map((given): [string, () => Promise<unknown>] => [`fact ${given.analysis}`, () => saveFact(given)]),
  },
  { weight: 1, arbitrary: analysis.map((id): [string, () => Promise<unknown>] => [`erase ${id}`, () => erase(id)]) },
  {
    weight: 1,
    arbitrary: analysis.map((id): [string, () => Promise<unknown>] => [
      `delete fact ${id}`,
      () => inCompany((trx) => foldFacts(trx, COMPANY, [sha256(id)])),
    ]),
  },
  {
    weight: 1,
    arbitrary: orderId.map((id): [string, () => Promise<unknown>] => [
      `delete order ${id}`,
      () => inCompany(async (trx) => foldOrders(trx, COMPANY, [id], await loadTimeZone(trx, COMPANY))),
    ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...ZONES)
      .map((zone): [string, () => Promise<unknown>] => [
        `zone ${zone}`,
        () => inCompany((trx) => changeTimeZone(trx, COMPANY, zone)),
      ]),
  },
  { weight: 4, arbitrary: fc.constant<[string, () => Promise<unknown>]>(['add up', addUp]) },
  {
    weight: 1,
    arbitrary: fc.constant<[string, () => Promise<unknown>]>(['the release before adds up', addUpAsBefore]),
  },
);

const unlessConflict = async (work: Promise<unknown>) => {
  await work.catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.code === 'IDEMPOTENCY_CONFLICT')) throw error;
  });
};

describe('sums of orders (docs/insight.md N7.14)', () => {
  it('give the report of the orders themselves, after any orders, refunds, erasures, deletions, changes of the zone and runs of the job', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }),
        fc.constantFrom(...ZONES),
        fc.subarray(FILTERS, { minLength: 1, maxLength: 2 }),
        async (steps, otherZone, filters) => {
          await clear();
          for (const [, run] of steps) await unlessConflict(run());
          const timeZone = await inCompany((trx) => loadTimeZone(trx, COMPANY));
          await expectExact(timeZone, filters);
          await addUp();
          await expectExact(timeZone, filters);
          if (otherZone !== timeZone) await expectExact(otherZone, filters);
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  });

  const some = (given: Partial<NewOrder> = {}): NewOrder => ({
    ...{ orderId: '1', kind: 'VERIFIED', hours: 10, currency: 'EUR', hadChat: null, windowDays: 7 },
    lines: [{ variantId: 'V1', analysis: 'a', price: 100_000n }],
    ...given,
  });
  const gross = async () =>
    (await inCompany((trx) => listRevenue(trx, COMPANY, QUERY, 100))).map((row) => Number(row.gross));

  it('are read in place of orders, until what they are made of changes', async () => {
    await sendOrder(some());
    await addUp();
    await svc.db('order_days').update({ gross: '77' });
    expect(await gross()).toEqual([77]);
    for (const change of [
      () => sendOrder(some({ orderId: '2', hours: 11 })),
      () => sendRefund('R1', '1', '0', 1n, 3),
      () => saveFact({ analysis: 'a', versionId: 'v1', locale: 'de', source: '' }),
    ]) {
      await svc.db('order_days').update({ gross: '77' });
      await change();
      expect(await gross()).not.toContain(77);
      await addUp();
    }
  });

  it('are made by the zone of the company that a report names, in whatever zone that report is', async () => {
    await sendOrder(some());
    await getRevenue({ db: svc.knex, clock: svc.clock })(COMPANY, QUERY, 'Europe/Berlin');
    await addUp();
    const read = (timeZone: string) => inCompany((trx) => listRevenue(trx, COMPANY, { ...QUERY, timeZone }, 100));
    await svc.db('order_days').update({ gross: '77' });
    expect((await read('Europe/Berlin')).map((row) => Number(row.gross))).toEqual([77]);
    expect((await read('UTC')).map((row) => Number(row.gross))).not.toEqual([77]);
  });

  it('miss no order that is stored while its day is added up, also by several replicas', async () => {
    let isDone = false;
    const jobs = Array.from({ length: 2 }, async () => {
      while (!isDone) await addUp();
    });
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => sendOrder(some({ orderId: `${at}`, hours: 24 * (at % 3) + 1 }))),
    );
    isDone = true;
    await Promise.all(jobs);
    expect(await gross()).toEqual([200, 200, 200]);
    await addUp();
    expect(await svc.db('order_sum_days')).toHaveLength(3);
    expect(await gross()).toEqual([200, 200, 200]);
  });

  it('are of days that are over: of today, and of days that are not added up, the orders are read', async () => {
    await sendOrder(some({ hours: 24 * 7 + 1 }));
    await addUp();
    expect(await svc.db('order_sum_days')).toEqual([]);
    expect(await gross()).toEqual([10]);
    svc.clock.set('2026-03-13T00:00:00Z');
    await addUp();
    expect(await svc.db('order_sum_days').select(svc.db.raw('day::text'))).toEqual([{ day: '2026-03-12' }]);
    expect(await svc.db('order_day_marks')).toEqual([]);
  });

  const COPIES = ['credited_lines', 'line_credits'];

  it('name an erased analysis no longer than its lines do (N8.3)', async () => {
    await sendOrder(some());
    await addUp();
    for (const table of COPIES) expect(await svc.db(table)).toHaveLength(1);
    await erase('a');
    for (const table of COPIES) expect(await svc.db(table)).toEqual([]);
    expect(await gross()).toEqual([]);
  });

  it('leave nothing of a day whose orders were all deleted', async () => {
    await sendOrder(some());
    await addUp();
    await inCompany((trx) => foldOrders(trx, COMPANY, ['1'], 'UTC'));
    await addUp();
    for (const table of [...SUMS, 'order_day_marks']) expect(await svc.db(table)).toEqual([]);
    expect(await gross()).toEqual([10]);
  });
});
