import { forCompany, sha256 } from '@svc/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listVariantRevenue, type VariantRevenueRow } from './db/variant-revenue.js';
import { formatMoney, parseMoney } from './domain/attribution/money.js';
import { ORDERED, type Order, QUERY, sold, storeOrders, verified } from './testing/stored-orders.testing.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpOrders } from './usecases/add-up-orders.js';
import { expireOldOrders } from './usecases/expire-orders.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const TABLES = ['orders', 'refunds', 'revenue_days', 'analysis_facts', 'analysis_events'];
const SUMS = ['order_day_marks', 'order_sum_days', 'order_days', 'line_credits'];
const clear = async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of [...TABLES, ...SUMS]) await svc.db(table).delete();
};
beforeEach(clear);

const list = (limit: number, query = QUERY) =>
  forCompany(svc.knex, 'company-1', (trx) => listVariantRevenue(trx, 'company-1', query, limit));
const addUp = async (now: string) => {
  svc.clock.set(now);
  await addUpOrders({ db: svc.knex, clock: svc.clock })(new AbortController().signal);
};
const ask = async (more: object = {}) =>
  (await svc.orders.getRevenue({ companyId: 'company-1', ...QUERY, ...more })).variants;

/** The same in the slowest and most obvious way: one line after the other, and each row for itself. */
function listSlowly(orders: readonly Order[], limit: number): VariantRevenueRow[] {
  const lines = orders.flatMap(({ lines: own, ...order }, index) =>
    own.flatMap(({ credit, refunds, amount, ...line }) => {
      if (credit === undefined) return [];
      const gross = parseMoney(amount)!;
      const asked = refunds.filter(({ days }) => days <= 60).reduce((sum, one) => sum + parseMoney(one.amount)!, 0n);
      const refunded = asked < gross ? asked : gross;
      const group = `${order.kind === 'VERIFIED' ? 0 : 1} ${order.currency} ${order.totalsIncludeTax ? 1 : 0}`;
      return [{ ...order, ...line, ...credit, group, orderKey: index, gross, refunded, net: gross - refunded }];
    }),
  );
  type One = (typeof lines)[number];
  const add = (of: readonly One[], name: 'gross' | 'refunded' | 'net') => of.reduce((sum, one) => sum + one[name], 0n);
  const distinct = <T>(values: readonly T[]) => [...new Set(values)];
  const groups = distinct(lines.map(({ group }) => group)).sort();
  const places = new Map(
    groups.map((group) => {
      const own = lines.filter((line) => line.group === group);
      const worth = (variantId: string) =>
        add(
          own.filter((line) => line.variantId === variantId),
          'net',
        );
      const variants = distinct(own.map(({ variantId }) => variantId)).sort();
      return [group, variants.sort((a, b) => (worth(a) === worth(b) ? 0 : worth(a) > worth(b) ? -1 : 1))];
    }),
  );
  const listed = new Set<string>();
  for (const kind of ['0', '1']) {
    const own = groups.filter((group) => group.startsWith(kind));
    const inTurn = Array.from({ length: lines.length }, (_, place) =>
      own.flatMap((group) => {
        const variantId = places.get(group)?.[place];
        return variantId === undefined ? [] : [`${group} ${variantId}`];
      }),
    ).flat();
    for (const key of inTurn.slice(0, limit)) listed.add(key);
  }
  return groups.flatMap((group) => {
    const own = lines.filter((line) => line.group === group);
    const names = places.get(group)!.filter((variantId) => listed.has(`${group} ${variantId}`));
    return [...names, undefined].flatMap((name) =>
      (['DIRECT', 'ASSISTED'] as const).flatMap((rule) =>
        (['CONFIRMED', 'CLAIMED'] as const).flatMap((proof) => {
          const of = own.filter(
            (line) =>
              line.rule === rule &&
              line.proof === proof &&
              (name === undefined ? !names.includes(line.variantId) : line.variantId === name),
          );
          const [first] = of;
          if (first === undefined) return [];
          const { currency, kind, totalsIncludeTax } = first;
          return [
            {
              ...(name === undefined ? {} : { variantId: name }),
              ...{ currency, kind, rule, proof, totalsIncludeTax },
              variants: distinct(of.map(({ variantId }) => variantId)).length,
              analyses: distinct(of.map(({ analysis }) => analysis)).length,
              orders: distinct(of.map(({ orderKey }) => orderKey)).length,
              lines: of.length,
              gross: formatMoney(add(of, 'gross')),
              refunded: formatMoney(add(of, 'refunded')),
              net: formatMoney(add(of, 'net')),
            },
          ];
        }),
      ),
    );
  });
}

const toNumbers = (rows: readonly VariantRevenueRow[]) =>
  rows.map((row) => ({
    ...row,
    gross: parseMoney(row.gross),
    refunded: parseMoney(row.refunded),
    net: parseMoney(row.net),
  }));

describe('revenue by variant (docs/insight.md N7.11)', () => {
  it('of any orders and refunds is that of a slow twin, with any number of listed variants, whichever days are added up', async () => {
    const amount = fc.constantFrom('0.0000', '0.0001', '9.9000', '10.0000', '25.5000', '200.0000');
    const credit = fc.record({
      rule: fc.constantFrom('DIRECT' as const, 'ASSISTED' as const),
      proof: fc.constantFrom('CONFIRMED' as const, 'CLAIMED' as const),
      analysis: fc.constantFrom('a', 'b'),
    });
    const line = fc.record({
      variantId: fc.constantFrom('V1', 'V2', 'V10', 'v1', 'W'),
      amount,
      credit: fc.option(credit, { nil: undefined, freq: 4 }),
      refunds: fc.array(fc.record({ amount, days: fc.constantFrom(1, 60, 61) }), { maxLength: 2 }),
    });
    const order = fc.record({
      daysBefore: fc.nat({ max: 3 }),
      kind: fc.constantFrom('VERIFIED' as const, 'REPORTED' as const),
      currency: fc.constantFrom('EUR', 'CHF'),
      totalsIncludeTax: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    });
    const orders = fc.array(order, { maxLength: 6 });
    const bounds = fc.record({ limit: fc.nat({ max: 6 }), from: fc.nat({ max: 3 }), to: fc.nat({ max: 1 }) });
    await fc.assert(
      fc.asyncProperty(orders, orders, bounds, async (first, second, { limit, from, to }) => {
        await clear();
        const day = (before: number) => new Date(ORDERED - before * 86_400_000).toISOString().slice(0, 10);
        const query = { ...QUERY, fromDay: day(from), toDay: day(Math.min(from, to)) };
        const check = async (stored: readonly (typeof first)[number][]) => {
          const asked = stored.filter(({ daysBefore }) => daysBefore <= from && daysBefore >= Math.min(from, to));
          expect(toNumbers(await list(limit, query))).toEqual(toNumbers(listSlowly(asked, limit)));
        };
        await storeOrders(svc.db, first);
        await check(first);
        // Days before today, then all.
        await addUp('2026-03-01T12:00:00Z');
        await check(first);
        await storeOrders(svc.db, second, 'company-1', first.length);
        await check([...first, ...second]);
        await addUp('2026-03-02T12:00:00Z');
        await check([...first, ...second]);
      }),
      { numRuns: 20 },
    );
  });

  it('names 500 variants of each kind of orders, and adds up the others in a row', async () => {
    const lines = Array.from({ length: 503 }, (_, at) => sold(`V${`${at}`.padStart(3, '0')}`, `${1_000 - at}`));
    await storeOrders(svc.db, [verified(...lines), { ...verified(sold('R', '1')), kind: 'REPORTED' }]);
    const rows = await ask();
    expect(rows).toHaveLength(502);
    expect(rows[499]).toMatchObject({ variantId: 'V499', variants: 1 });
    expect(rows[500]).toMatchObject({ variants: 3, lines: 3, orders: 1, net: '1497.0000' });
    expect(rows[500]?.variantId).toBeUndefined();
    expect(rows[501]).toMatchObject({ variantId: 'R', kind: 'ORDER_KIND_REPORTED' });
  });

  it('bought for 200 and refunded 50 is 150, and what was only put into a cart is not in it', async () => {
    await svc.db('analysis_facts').insert({
      ...{ company_id: 'company-1', analysis_hash: sha256('a'), funnel_id: 'funnel-1', version_id: 'v1', locale: 'de' },
      ...{ source: 'news', created_at: new Date(ORDERED), steps: '[]', asked_contact: [], given_contact: [] },
    });
    await svc.db('analysis_events').insert({
      ...{ company_id: 'company-1', analysis_hash: sha256('a'), updated_at: new Date(ORDERED) },
      variants: JSON.stringify([['CARTED', 7]]),
    });
    await storeOrders(svc.db, [verified(sold('V1', '200', { refunds: [{ amount: '50', days: 1 }] }))]);
    await storeOrders(svc.db, [verified(sold('OTHER', '999'))], 'company-2');
    const net = async (more: object = {}) => (await ask(more)).map((row) => [row.variantId, row.net]);
    expect(await net()).toEqual([['V1', '150.0000']]);
    expect(await net({ source: 'news', versionId: 'v1', locale: 'de', funnelId: 'funnel-1' })).toEqual([
      ['V1', '150.0000'],
    ]);
    expect(await net({ source: 'other' })).toEqual([]);
    // In the company's zone carts are those of sums, which are made elsewhere.
    const berlin = await svc.orders.getRevenue({ companyId: 'company-1', ...QUERY, timeZone: 'Europe/Berlin' });
    expect(berlin.carted).toMatchObject([{ variantId: 'CARTED' }]);
    expect(berlin.variants).toMatchObject([{ variantId: 'V1', net: '150.0000' }]);
  });

  it('is of orders that are kept: sums of older ones know no variants', async () => {
    await storeOrders(svc.db, [verified(sold('V1', '200'))]);
    svc.clock.set('2027-04-06T10:00:00Z');
    await expireOldOrders({ db: svc.knex, clock: svc.clock }, new AbortController().signal);
    expect(await ask()).toEqual([]);
    expect((await svc.orders.getRevenue({ companyId: 'company-1', ...QUERY })).rows).toMatchObject([{ lines: 1 }]);
  });
});
