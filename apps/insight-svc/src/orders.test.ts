import { sha256 } from '@svc/kit';
import type { Order, OrderAnalysis, OrderLine } from '@svc/proto';
import { OrderKind, RefusalKind } from '@svc/proto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseMoney } from './domain/attribution/money.js';
import { sumRevenue } from './domain/attribution/naive-revenue.testing.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { expireOldOrders } from './usecases/expire-orders.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of ['orders', 'refunds', 'revenue_days']) await svc.db(table).delete();
});

const ORDERED = new Date('2026-03-01T10:00:00Z');
const DAY = 86_400_000;
const before = (ms: number) => new Date(ORDERED.getTime() - ms);

const line = (lineId: string, variantId: string, price: string, more: Partial<OrderLine> = {}): OrderLine => ({
  ...{ lineId, variantId, quantity: 1, price, discount: '0' },
  ...more,
});
const analysis = (
  analysisId: string,
  provenVariantIds: string[],
  more: Partial<OrderAnalysis> = {},
): OrderAnalysis => ({
  ...{ analysisId, funnelId: 'funnel-1', createTime: before(DAY), isPreview: false, provenVariantIds },
  ...more,
});
/** An order as the gateway sends it. */
const order = (lines: OrderLine[], more: Partial<Order> = {}): Order => {
  const content = { orderId: '4711', createTime: ORDERED, currency: 'EUR', discount: '0', ...more, lines };
  return {
    ...{ kind: OrderKind.ORDER_KIND_VERIFIED, totalsIncludeTax: true, recommendations: [] },
    ...{ contentHash: sha256(JSON.stringify({ ...content, kind: undefined, recommendations: undefined })) },
    ...content,
  };
};
const send = (given: Order, analyses: OrderAnalysis[] = [], companyId = 'company-1') =>
  svc.orders.recordOrder({ companyId, order: given, analyses, attributionDays: 7 });
const refund = (
  refundId: string,
  amount: string,
  more: Partial<{ lineId: string; orderId: string; at: Date }> = {},
) => {
  const { lineId = '1', orderId = '4711', at = new Date(ORDERED.getTime() + DAY) } = more;
  return svc.orders.recordRefund({
    companyId: 'company-1',
    refund: {
      ...{ refundId, orderId, createTime: at, lines: [{ lineId, amount }] },
      contentHash: sha256(JSON.stringify([orderId, lineId, amount])),
    },
  });
};
const QUERY = { fromDay: '2026-03-01', toDay: '2026-03-01', timeZone: 'UTC' };
const revenue = (query: Partial<typeof QUERY & { funnelId: string }> = {}, companyId = 'company-1') =>
  svc.orders.getRevenue({ companyId, ...QUERY, ...query });
const net = async (...given: Parameters<typeof revenue>) =>
  (await revenue(...given)).rows.map(({ currency, rule, proof, net }) =>
    [currency, rule, proof, net].join(' ').replaceAll(/ATTRIBUTION_(RULE|PROOF)_/g, ''),
  );

describe('orders (docs/insight.md N5)', () => {
  it('bought 200 and refunded 50 is a revenue of 150', async () => {
    await send(order([line('1', 'V1', '200', { analysisId: 'a' })]), [analysis('a', ['V1'])]);
    await refund('R1', '50');
    expect((await revenue()).rows).toEqual([
      {
        ...{ day: '2026-03-01', currency: 'EUR', kind: 'ORDER_KIND_VERIFIED', rule: 'ATTRIBUTION_RULE_DIRECT' },
        ...{ proof: 'ATTRIBUTION_PROOF_CONFIRMED', chat: 'CHAT_USE_NEVER', totalsIncludeTax: true },
        ...{ orders: 1, lines: 1, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
      },
    ]);
    expect((await revenue()).attributionDays).toEqual([7]);
  });

  it('repeated 10 times simultaneously, or again later, count once and return the same lines (docs/insight.md N5.4)', async () => {
    const given = order([line('1', 'V1', '20', { analysisId: 'a' }), line('2', 'V2', '10')]);
    const analyses = [analysis('a', ['V1'])];
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(given, analyses)));
    answers.push(await send(given, []));
    for (const { confirmedLines } of answers) {
      expect(confirmedLines).toEqual([{ lineId: '1', variantId: 'V1', analysisIdHash: sha256('a') }]);
    }
    expect(await net()).toEqual(['EUR ASSISTED CLAIMED 10.0000', 'EUR DIRECT CONFIRMED 20.0000']);
  });

  it('with other contents are refused, but a verified order replaces a reported one, in both orders of arrival', async () => {
    const reported = order([line('1', 'V1', '20')], { kind: OrderKind.ORDER_KIND_REPORTED });
    const verified = order([line('1', 'V1', '25')]);
    await send(reported);
    await expect(send(order([line('1', 'V1', '21')], { kind: OrderKind.ORDER_KIND_REPORTED }))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    await send(verified);
    await expect(send(reported)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await expect(send(order([line('1', 'V1', '26')]))).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect((await revenue()).rows.map(({ kind, net }) => [kind, net])).toEqual([['ORDER_KIND_VERIFIED', '25.0000']]);
  });

  it('with the same contents: a page after the server returns the same lines and changes nothing; a server after a page verifies. N5.5', async () => {
    const lines = [line('1', 'V1', '20', { analysisId: 'a' })];
    const reported = order(lines, { kind: OrderKind.ORDER_KIND_REPORTED });
    await send(reported, [analysis('a', ['V1'])]);
    const { confirmedLines } = await send(order(lines), [analysis('a', ['V1'])]);
    const kinds = async () => (await revenue()).rows.map(({ kind }) => kind);
    expect(confirmedLines).toHaveLength(1);
    expect(await kinds()).toEqual(['ORDER_KIND_VERIFIED']);
    expect((await send(reported, [])).confirmedLines).toEqual(confirmedLines);
    expect(await kinds()).toEqual(['ORDER_KIND_VERIFIED']);
  });

  it('of one company are no part of the figures of another', async () => {
    await send(order([line('1', 'V1', '20')]));
    await send(order([line('1', 'V1', '30')]), [], 'company-2');
    expect(await net()).toEqual(['EUR NONE NONE 20.0000']);
    expect(await net({}, 'company-2')).toEqual(['EUR NONE NONE 30.0000']);
  });

  it('of a browser are credited by what it remembers; an analysis that cannot be read is claimed and counted', async () => {
    const recommendations = [{ variantId: 'V1', analysisId: 'gone', time: before(DAY) }];
    await send(order([line('1', 'V1', '20')], { recommendations, kind: OrderKind.ORDER_KIND_REPORTED }));
    expect(await net()).toEqual(['EUR DIRECT CLAIMED 20.0000']);
    expect((await revenue()).keptAside?.ordersWithUnknownAnalyses).toBe(1);
  });

  it('with more analyses than are read are stored and counted apart; no line is credited to one that was not read (N6.8)', async () => {
    const lines = [line('1', 'V1', '20', { analysisId: 'a' }), line('2', 'V2', '10', { analysisId: 'unread' })];
    await send(order(lines, { unreadAnalyses: 1 }), [analysis('a', ['V1'], { createTime: before(8 * DAY) })]);
    await send(order([line('1', 'V1', '5')], { orderId: '4712' }));
    expect(await net()).toEqual(['EUR NONE NONE 35.0000']);
    expect((await revenue()).keptAside?.ordersWithUnreadAnalyses).toBe(1);
  });

  it.each([
    [7 * DAY - 1_000, 'EUR DIRECT CONFIRMED 20.0000'],
    [7 * DAY, 'EUR DIRECT CONFIRMED 20.0000'],
    [7 * DAY + 1_000, 'EUR NONE NONE 20.0000'],
  ])('are credited to an analysis of %d ms before: %s', async (ms, expected) => {
    const created = analysis('a', ['V1'], { createTime: before(ms) });
    await send(order([line('1', 'V1', '20', { analysisId: 'a' })]), [created]);
    expect(await net()).toEqual([expected]);
  });

  it('count on the day that they have in the time zone', async () => {
    await send(order([line('1', 'V1', '20')], { createTime: new Date('2026-03-01T23:30:00Z') }));
    expect(await net({ timeZone: 'UTC' })).toHaveLength(1);
    expect(await net({ timeZone: 'Europe/Berlin' })).toEqual([]);
    expect(await net({ timeZone: 'Asia/Kolkata', fromDay: '2026-03-02', toDay: '2026-03-02' })).toHaveLength(1);
  });

  it('count on the day of a zone with summer time, also where its name is an abbreviation', async () => {
    await send(order([line('1', 'V1', '20')], { createTime: new Date('2025-07-01T22:30:00Z') }));
    for (const timeZone of ['Europe/Brussels', 'CET'])
      expect(await net({ timeZone, fromDay: '2025-07-02', toDay: '2025-07-02' })).toHaveLength(1);
  });

  it('are filtered by the funnel of their analysis', async () => {
    await send(order([line('1', 'V1', '20', { analysisId: 'a' })]), [analysis('a', ['V1'])]);
    expect(await net({ funnelId: 'funnel-1' })).toHaveLength(1);
    expect(await net({ funnelId: 'funnel-2' })).toEqual([]);
  });

  it('are deleted 400 days after the order, with their refunds (docs/insight.md N8.2)', async () => {
    await send(order([line('1', 'V1', '20')]));
    await refund('R1', '5', { at: ORDERED });
    const expireAt = async (time: string) => {
      svc.clock.set(time);
      await expireOldOrders({ db: svc.knex, clock: svc.clock }, new AbortController().signal);
      return [await svc.db('order_lines').count(), await svc.db('refunds').count()].map(([row]) => Number(row?.count));
    };
    expect(await expireAt('2027-04-05T09:59:00Z')).toEqual([1, 1]);
    expect(await expireAt('2027-04-05T10:01:00Z')).toEqual([0, 0]);
  });
});

describe('refunds (docs/insight.md N5)', () => {
  it('count once by their id; another content under it is refused (docs/insight.md N5.4)', async () => {
    await send(order([line('1', 'V1', '20')]));
    await Promise.all(Array.from({ length: 5 }, () => refund('R1', '5')));
    await expect(refund('R1', '6')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await net()).toEqual(['EUR NONE NONE 15.0000']);
  });

  it('before their order wait for it, and are counted meanwhile (docs/insight.md N5.7)', async () => {
    expect(await refund('R1', '5')).toEqual({ isWaiting: true });
    expect((await revenue()).keptAside).toMatchObject({ waitingRefunds: 1 });
    await send(order([line('1', 'V1', '20')]));
    expect(await net()).toEqual(['EUR NONE NONE 15.0000']);
    expect((await revenue()).keptAside).toMatchObject({ waitingRefunds: 0 });
    expect(await refund('R1', '5')).toEqual({ isWaiting: false });
  });

  it('never reduce a line below 0, and count up to 60 days after the order', async () => {
    await send(order([line('1', 'V1', '20'), line('2', 'V2', '10')]));
    await refund('R1', '15');
    await refund('R2', '15');
    await refund('R3', '4', { lineId: '2', at: new Date(ORDERED.getTime() + 60 * DAY) });
    await refund('R4', '4', { lineId: '2', at: new Date(ORDERED.getTime() + 60 * DAY + 1_000) });
    await refund('R5', '4', { lineId: 'unknown' });
    expect(await net()).toEqual(['EUR NONE NONE 6.0000']);
    // Line 1 was refunded twice, as by one refund under two ids; the late refund of line 2 is counted as late only.
    await refund('R6', '7', { lineId: '2', at: new Date(ORDERED.getTime() + 61 * DAY) });
    expect((await revenue()).keptAside).toEqual({
      ...{ lateRefunds: 2, unknownRefundLines: 1, excessRefundLines: 1 },
      ...{ waitingRefunds: 0, ordersWithUnknownAnalyses: 0, ordersWithUnreadAnalyses: 0, foreignLines: 0 },
    });
  });
});

describe('what is refused or not known is counted', () => {
  const refused = async (more: { fromDay?: string; toDay?: string } = {}) => (await revenue(more)).refused;

  it('lines of variants that the catalog does not have are in the figures, and counted apart (docs/insight.md N5.8)', async () => {
    await send(order([line('1', 'V1', '20'), line('2', 'foreign', '5', { isForeign: true })]));
    expect(await net()).toEqual(['EUR NONE NONE 25.0000']);
    expect((await revenue()).keptAside).toMatchObject({ foreignLines: 1 });
  });

  it('orders and refunds are counted by day and reason, also when their transaction was rolled back (N5.11)', async () => {
    await svc.db('refusal_days').delete();
    await send(order([line('1', 'V1', '20')]));
    await refund('R1', '5');
    const conflict = { code: 'IDEMPOTENCY_CONFLICT' };
    await expect(send(order([line('1', 'V1', '21')]))).rejects.toMatchObject(conflict);
    await expect(refund('R1', '6')).rejects.toMatchObject(conflict);
    for (const more of [{}, { requests: 3 }])
      await svc.orders.countRefusal({
        ...{ companyId: 'company-1', reason: 'INVALID_REQUEST', ...more },
        kind: RefusalKind.REFUSAL_KIND_ORDER,
      });
    const { REFUSAL_KIND_ORDER, REFUSAL_KIND_REFUND } = RefusalKind;
    expect(await refused()).toEqual([
      { kind: REFUSAL_KIND_ORDER, reason: 'IDEMPOTENCY_CONFLICT', requests: 1 },
      { kind: REFUSAL_KIND_ORDER, reason: 'INVALID_REQUEST', requests: 4 },
      { kind: REFUSAL_KIND_REFUND, reason: 'IDEMPOTENCY_CONFLICT', requests: 1 },
    ]);
    expect(await refused({ fromDay: '2026-02-01', toDay: '2026-02-28' })).toEqual([]);
  });
});

describe('erasing an analysis (docs/insight.md N8)', () => {
  it('removes the lines that are credited to it, and no later order is credited to it', async () => {
    const given = order([
      line('1', 'V1', '20', { analysisId: 'erased' }),
      line('2', 'V9', '10', { analysisId: 'kept' }),
    ]);
    const analyses = [
      analysis('erased', ['V1'], { createTime: before(DAY) }),
      analysis('kept', ['V9'], { createTime: before(2 * DAY) }),
    ];
    await send(given, analyses);
    await refund('R1', '5');
    await svc.erase(sha256('erased'));
    await expect.poll(() => net()).toEqual(['EUR DIRECT CONFIRMED 10.0000']);
    const text = JSON.stringify([
      await svc.db('attributions').select(svc.db.raw(`encode(analysis_hash, 'hex') as hash`)),
      await svc.db('order_lines').select('variant_id'),
    ]);
    expect(text).not.toContain(sha256('erased').toString('hex'));
    expect(text).not.toContain('V1');
    const { confirmedLines } = await send(given, analyses);
    expect(confirmedLines.map(({ lineId }) => lineId)).toEqual(['2']);
    await send(order([line('1', 'V1', '7', { analysisId: 'erased' })], { orderId: 'later' }), [analyses[0]!]);
    expect(await net()).toEqual(['EUR DIRECT CONFIRMED 10.0000', 'EUR NONE NONE 7.0000']);
  });
});

describe('the figures of any orders and refunds', () => {
  it('are those of the pure functions', async () => {
    const amount = fc
      .integer({ min: 0, max: 2_000_000 })
      .map((units) => `${Math.floor(units / 10_000)}.${`${units % 10_000}`.padStart(4, '0')}`);
    const anyOrder = fc.record({
      currency: fc.constantFrom('EUR', 'CHF'),
      prices: fc.array(amount, { minLength: 1, maxLength: 3 }),
      refunds: fc.array(fc.record({ line: fc.nat({ max: 3 }), amount, days: fc.constantFrom(1, 60, 61) }), {
        maxLength: 3,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 3 }), async (orders) => {
        await svc.db('orders').delete();
        await svc.db('refunds').delete();
        const expected = orders.flatMap(({ currency, prices, refunds }, index) =>
          prices.map((price, number) => ({
            ...{ orderId: `${index}`, lineId: `${number}`, kind: 'VERIFIED' as const, currency, attribution: null },
            ...{ orderCreatedAt: ORDERED.getTime(), amount: parseMoney(price)! },
            refunds: refunds.flatMap((one, at) =>
              one.line === number
                ? [
                    {
                      refundId: `${index}-${at}`,
                      createdAt: ORDERED.getTime() + one.days * DAY,
                      amount: parseMoney(one.amount)!,
                    },
                  ]
                : [],
            ),
          })),
        );
        for (const [index, { currency, prices, refunds }] of orders.entries()) {
          const lines = prices.map((price, number) => line(`${number}`, 'V', price));
          for (const [at, one] of refunds.entries()) {
            const more = {
              lineId: `${one.line}`,
              orderId: `${index}`,
              at: new Date(ORDERED.getTime() + one.days * DAY),
            };
            await refund(`${index}-${at}`, one.amount, more);
          }
          await send(order(lines, { orderId: `${index}`, currency }));
        }
        const counted = (await revenue()).rows.map(({ currency, gross, refunded, net }) => [
          currency,
          ...[gross, refunded, net].map((text) => parseMoney(text)),
        ]);
        expect(counted).toEqual(
          sumRevenue(expected).map(({ currency, gross, refunded, net }) => [currency, gross, refunded, net]),
        );
      }),
      { numRuns: 25 },
    );
  });
});
