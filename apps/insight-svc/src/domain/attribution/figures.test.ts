import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, money, ORDER_TIME } from './attribution.testing.js';
import { decideArrival } from './decide-arrival.js';
import { formatMoney } from './money.js';
import { type RevenueLine, type RevenueSum, sumRevenue } from './naive-revenue.testing.js';
import type { LineRefund, OrderKind } from './order.js';

/** What a client may send; requests are repeated, and arrive in any order. */
type Request =
  | { type: 'order'; orderId: string; kind: OrderKind; lines: RevenueLine[] }
  | { type: 'refund'; orderId: string; lineId: string; refund: LineRefund };

/** The store, as small as possible: keys and what `decideArrival` says. */
function receive(requests: readonly Request[]): RevenueSum[] {
  const orders = new Map<string, { kind: OrderKind; digest: string; lines: RevenueLine[] }>();
  const refunds = new Map<string, Request & { type: 'refund' }>();
  for (const request of requests) {
    if (request.type === 'refund') {
      if (!refunds.has(request.refund.refundId)) refunds.set(request.refund.refundId, request);
      continue;
    }
    const arriving = { kind: request.kind, digest: `${request.kind} ${request.orderId}`, lines: request.lines };
    const decision = decideArrival(orders.get(request.orderId), arriving);
    if (decision === 'STORE' || decision === 'REPLACE') orders.set(request.orderId, arriving);
  }
  const lines = [...orders.values()].flatMap((stored) =>
    stored.lines.map((line) => ({
      ...line,
      refunds: [...refunds.values()]
        .filter(({ orderId, lineId }) => orderId === line.orderId && lineId === line.lineId)
        .map(({ refund }) => refund),
    })),
  );
  return sumRevenue(lines);
}

/** From all that was sent: the verified order of an id, else the reported one; every refund once. */
function obviousFigures(requests: readonly Request[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const orderId of new Set(requests.map((request) => request.orderId))) {
    const sent = requests.filter((request) => request.type === 'order' && request.orderId === orderId);
    const order = (sent.find((one) => one.type === 'order' && one.kind === 'VERIFIED') ?? sent[0]) as
      | (Request & { type: 'order' })
      | undefined;
    for (const line of order?.lines ?? []) {
      let left = line.amount;
      const seen: string[] = [];
      for (const request of requests) {
        if (request.type !== 'refund' || request.orderId !== orderId || request.lineId !== line.lineId) continue;
        if (seen.includes(request.refund.refundId)) continue;
        seen.push(request.refund.refundId);
        if (request.refund.createdAt - line.orderCreatedAt <= 60 * DAY) left -= request.refund.amount;
      }
      const key = `${line.currency} ${line.kind} ${line.attribution?.rule ?? 'NONE'} ${line.attribution?.proof ?? 'NONE'}`;
      sums[key] = (sums[key] ?? 0n) + (left > 0n ? left : 0n);
    }
  }
  return sums;
}

const amount = fc.bigInt({ min: 0n, max: 3_000_000n });
const anyLine = fc.record({
  amount,
  attribution: fc.constantFrom(
    null,
    { rule: 'DIRECT', proof: 'CONFIRMED' } as const,
    { rule: 'DIRECT', proof: 'CLAIMED' } as const,
    { rule: 'ASSISTED', proof: 'CLAIMED' } as const,
  ),
});
/** Up to four orders; each may come from a browser, a server or both. */
const anyOrders = fc
  .array(
    fc.record({
      kinds: fc.constantFrom<OrderKind[]>(['REPORTED'], ['VERIFIED'], ['REPORTED', 'VERIFIED']),
      currency: fc.constantFrom('EUR', 'CHF'),
      lines: fc.array(anyLine, { minLength: 1, maxLength: 3 }),
      refunds: fc.array(fc.record({ line: fc.nat({ max: 3 }), amount, days: fc.constantFrom(1, 59, 60, 61) }), {
        maxLength: 3,
      }),
    }),
    { maxLength: 4 },
  )
  .map((orders) =>
    orders.flatMap(({ kinds, currency, lines, refunds }, index): Request[] => {
      const orderId = `${index}`;
      return [
        ...kinds.map((kind) => ({
          ...{ type: 'order' as const, orderId, kind },
          lines: lines.map((line, number) => ({
            ...{ orderId, lineId: `${number}`, kind, currency, orderCreatedAt: ORDER_TIME, refunds: [] },
            ...line,
          })),
        })),
        ...refunds.map((refund, number) => ({
          ...{ type: 'refund' as const, orderId, lineId: `${refund.line}` },
          refund: {
            refundId: `${index}-${number}`,
            amount: refund.amount,
            createdAt: ORDER_TIME + refund.days * DAY,
          },
        })),
      ];
    }),
  );
/** The same requests: in any order, each one to three times. */
const sent = anyOrders.chain((requests) =>
  fc.tuple(
    fc.constant(requests),
    fc
      .array(fc.integer({ min: 1, max: 3 }), { minLength: requests.length, maxLength: requests.length })
      .map((times) => requests.flatMap((request, index) => Array<Request>(times[index]!).fill(request)))
      .chain((repeated) => fc.shuffledSubarray(repeated, { minLength: repeated.length })),
  ),
);

describe('figures', () => {
  it('are the same whatever the order of arrival, and with repeated requests', () => {
    fc.assert(
      fc.property(sent, ([requests, arrived]) => {
        expect(receive(arrived)).toEqual(receive(requests));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are those of the slow and obvious implementation', () => {
    fc.assert(
      fc.property(sent, ([, arrived]) => {
        const sums = receive(arrived);
        const net = sums.map(({ currency, kind, rule, proof, net }) => [`${currency} ${kind} ${rule} ${proof}`, net]);
        expect(Object.fromEntries(net)).toEqual(obviousFigures(arrived));
        expect(sums.every(({ gross, refunded, net }) => gross - refunded === net && net >= 0n)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never add up currencies, nor reported and verified orders, and count orders once', () => {
    const base = { orderCreatedAt: ORDER_TIME, attribution: null, amount: money('10'), refunds: [] };
    const sums = sumRevenue([
      { ...base, orderId: '1', lineId: '1', kind: 'REPORTED', currency: 'EUR' },
      { ...base, orderId: '1', lineId: '2', kind: 'REPORTED', currency: 'EUR' },
      { ...base, orderId: '1', lineId: '2', kind: 'REPORTED', currency: 'EUR' },
      { ...base, orderId: '2', lineId: '1', kind: 'VERIFIED', currency: 'EUR' },
      { ...base, orderId: '3', lineId: '1', kind: 'REPORTED', currency: 'CHF' },
    ]);
    expect(
      sums.map(({ currency, kind, orders, lines, net }) => [currency, kind, orders, lines, formatMoney(net)]),
    ).toEqual([
      ['CHF', 'REPORTED', 1, 1, '10.00'],
      ['EUR', 'REPORTED', 1, 2, '20.00'],
      ['EUR', 'VERIFIED', 1, 1, '10.00'],
    ]);
  });
});
