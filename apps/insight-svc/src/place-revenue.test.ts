import { forCompany } from '@svc/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPlaceRevenue, type PlaceRevenue } from './db/place-revenue.js';
import { formatMoney, parseMoney } from './domain/attribution/money.js';
import { type Order, QUERY, sold, storeOrders, verified } from './testing/stored-orders.testing.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { expireOldOrders } from './usecases/expire-orders.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const clear = async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of ['orders', 'refunds', 'revenue_days', 'revenue_place_days']) await svc.db(table).delete();
};
beforeEach(clear);

const list = (limit: number, more: object = {}) =>
  forCompany(svc.knex, 'company-1', (trx) => listPlaceRevenue(trx, 'company-1', { ...QUERY, ...more }, limit));
const expire = async () => {
  svc.clock.set('2027-04-06T10:00:00Z');
  await expireOldOrders({ db: svc.knex, clock: svc.clock }, new AbortController().signal);
};

const PLACES = ['NAMED', 'OTHERS', 'NONE', 'UNKNOWN'] as const;
type Subject = 'tabs' | 'rules';

/** A line in one of its places. */
interface Entry extends Omit<Order, 'lines'>, Pick<PlaceRevenue, 'rule' | 'proof'> {
  place: 'NAMED' | 'NONE' | 'UNKNOWN';
  /** Key and funnel. */
  name: string;
  group: string;
  gross: bigint;
  refunded: bigint;
  net: bigint;
}

/** The same in the slowest and most obvious way: one line after the other, and each row for itself. */
function listSlowly(orders: readonly Order[], subject: Subject, limit: number): PlaceRevenue[] {
  const entries = orders.flatMap(({ lines, ...order }) =>
    lines.flatMap(({ credit, refunds, amount }): Entry[] => {
      if (credit === undefined) return [];
      const gross = parseMoney(amount)!;
      const asked = refunds.filter(({ days }) => days <= 60).reduce((sum, one) => sum + parseMoney(one.amount)!, 0n);
      const refunded = asked < gross ? asked : gross;
      const group = `${order.kind === 'VERIFIED' ? 0 : 1} ${order.currency} ${order.totalsIncludeTax ? 1 : 0}`;
      const line = { ...order, ...credit, group, gross, refunded, net: gross - refunded };
      const keys = credit.place?.[subject];
      if (keys === undefined) return [{ ...line, place: 'UNKNOWN' as const, name: '' }];
      if (keys.length === 0) return [{ ...line, place: 'NONE' as const, name: '' }];
      return keys.map((key) => ({ ...line, place: 'NAMED' as const, name: `${key} ${credit.funnel}` }));
    }),
  );
  const add = (of: readonly Entry[], name: 'gross' | 'refunded' | 'net') =>
    of.reduce((sum, one) => sum + one[name], 0n);
  const groups = [...new Set(entries.map(({ group }) => group))].sort();
  const ranked = new Map(
    groups.map((group) => {
      const own = entries.filter((entry) => entry.group === group && entry.place === 'NAMED');
      const worth = (name: string) =>
        add(
          own.filter((entry) => entry.name === name),
          'net',
        );
      const names = [...new Set(own.map(({ name }) => name))].sort();
      return [group, names.sort((a, b) => (worth(a) === worth(b) ? 0 : worth(a) > worth(b) ? -1 : 1))];
    }),
  );
  const listed = new Set<string>();
  for (const kind of ['0', '1']) {
    const inTurn = Array.from({ length: entries.length }, (_, place) =>
      groups
        .filter((group) => group.startsWith(kind))
        .flatMap((group) => {
          const name = ranked.get(group)?.[place];
          return name === undefined ? [] : [`${group} ${name}`];
        }),
    ).flat();
    for (const one of inTurn.slice(0, limit)) listed.add(one);
  }
  const getRows = (of: readonly Entry[], place: PlaceRevenue['place'], name?: string): PlaceRevenue[] => {
    const [first] = of;
    if (first === undefined) return [];
    const { currency, kind, rule, proof, totalsIncludeTax } = first;
    const [key, funnelId] = name?.split(' ') ?? [];
    return [
      {
        ...{ place, currency, kind, rule, proof, totalsIncludeTax },
        ...(key === undefined ? {} : { key }),
        ...(funnelId === undefined ? {} : { funnelId }),
        keys: new Set(of.map((entry) => entry.name).filter((one) => one !== '')).size,
        lines: of.length,
        ...{ gross: formatMoney(add(of, 'gross')), refunded: formatMoney(add(of, 'refunded')) },
        net: formatMoney(add(of, 'net')),
      },
    ];
  };
  return groups.flatMap((group) =>
    PLACES.flatMap((place) => {
      const own = entries.filter((entry) => entry.group === group);
      const isListed = ({ name }: Entry) => listed.has(`${group} ${name}`);
      const of = own.filter((entry) =>
        entry.place === 'NAMED' ? place === (isListed(entry) ? 'NAMED' : 'OTHERS') : entry.place === place,
      );
      const names =
        place === 'NAMED' ? ranked.get(group)!.filter((name) => listed.has(`${group} ${name}`)) : [undefined];
      return names.flatMap((name) =>
        (['DIRECT', 'ASSISTED'] as const).flatMap((rule) =>
          (['CONFIRMED', 'CLAIMED'] as const).flatMap((proof) =>
            getRows(
              of.filter(
                (entry) => entry.rule === rule && entry.proof === proof && (name === undefined || entry.name === name),
              ),
              place,
              name,
            ),
          ),
        ),
      );
    }),
  );
}

const toNumbers = (rows: readonly PlaceRevenue[]) =>
  rows.map((row) => ({
    ...row,
    gross: parseMoney(row.gross),
    refunded: parseMoney(row.refunded),
    net: parseMoney(row.net),
  }));

const inPlaces = (tabs: string[], rules: string[] = [], funnel = 'funnel-1') => ({
  ...{ rule: 'DIRECT' as const, proof: 'CONFIRMED' as const, analysis: 'a' },
  ...{ funnel, place: { tabs, rules } },
});

describe('revenue by tab and by rule (docs/insight.md N7.12)', () => {
  it('of any orders and refunds is that of a slow twin, with any number of listed ones, also after orders were deleted by age', async () => {
    const amount = fc.constantFrom('0.0000', '0.0001', '9.9000', '10.0000', '25.5000', '200.0000');
    const keys = fc.uniqueArray(fc.constantFrom('A', 'B', 'a', 'C'), { maxLength: 3 });
    const credit = fc.record(
      {
        rule: fc.constantFrom('DIRECT' as const, 'ASSISTED' as const),
        proof: fc.constantFrom('CONFIRMED' as const, 'CLAIMED' as const),
        analysis: fc.constant('a'),
        funnel: fc.constantFrom('f1', 'f2'),
        place: fc.record({ tabs: keys, rules: keys }),
      },
      { requiredKeys: ['rule', 'proof', 'analysis', 'funnel'] },
    );
    const line = fc.record({
      ...{ variantId: fc.constant('V'), amount, credit: fc.option(credit, { nil: undefined, freq: 6 }) },
      refunds: fc.array(fc.record({ amount, days: fc.constantFrom(1, 60, 61) }), { maxLength: 2 }),
    });
    const order = fc.record({
      kind: fc.constantFrom('VERIFIED' as const, 'REPORTED' as const),
      currency: fc.constantFrom('EUR', 'CHF'),
      totalsIncludeTax: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 8 }), fc.nat({ max: 6 }), async (orders, limit) => {
        await clear();
        await storeOrders(svc.db, orders);
        const check = async () => {
          const { tabs, rules } = await list(limit);
          expect(toNumbers(tabs)).toEqual(toNumbers(listSlowly(orders, 'tabs', limit)));
          expect(toNumbers(rules)).toEqual(toNumbers(listSlowly(orders, 'rules', limit)));
        };
        await check();
        await expire();
        expect(await svc.db('orders')).toEqual([]);
        await check();
      }),
      { numRuns: 40 },
    );
  });

  it('counts a line in each of its tabs, and filters by what its analysis has', async () => {
    await storeOrders(svc.db, [
      verified(
        sold('V1', '100', { credit: inPlaces(['FACE', 'NEW'], ['spring']) }),
        sold('V2', '10', { credit: inPlaces(['FACE'], [], 'funnel-2') }),
      ),
    ]);
    await storeOrders(svc.db, [verified(sold('OTHER', '999', { credit: inPlaces(['FACE']) }))], 'company-2');
    const nets = (rows: readonly PlaceRevenue[]) =>
      rows.map(({ place, key, funnelId, net }) => [place, key, funnelId, Number(net)]);
    const { tabs, rules } = await list(10);
    expect(nets(tabs)).toEqual([
      ['NAMED', 'FACE', 'funnel-1', 100],
      ['NAMED', 'NEW', 'funnel-1', 100],
      ['NAMED', 'FACE', 'funnel-2', 10],
    ]);
    expect(nets(rules)).toEqual([
      ['NAMED', 'spring', 'funnel-1', 100],
      ['NONE', undefined, undefined, 10],
    ]);
    expect(nets((await list(10, { funnelId: 'funnel-2' })).tabs)).toEqual([['NAMED', 'FACE', 'funnel-2', 10]]);
    expect((await list(10, { source: 'news' })).tabs).toEqual([]);
  });
});

describe('what an order is stored with (docs/insight.md N6.7)', () => {
  const send = async (places: { variants: { variantId: string; tabs: string[]; rules: string[] }[] } | undefined) => {
    await svc.orders.recordOrder({
      ...{ companyId: 'company-1', attributionDays: 7 },
      order: {
        ...{ orderId: '4711', kind: 'ORDER_KIND_VERIFIED' as never, contentHash: Buffer.alloc(32) },
        ...{ createTime: new Date('2026-03-01T10:00:00Z'), currency: 'EUR', totalsIncludeTax: true, discount: '0' },
        recommendations: [],
        lines: ['V1', 'V2'].map((variantId) => ({
          ...{ lineId: variantId, variantId, quantity: 1, price: '10', discount: '0', analysisId: 'a' },
        })),
      },
      analyses: [
        {
          ...{ analysisId: 'a', funnelId: 'funnel-1', createTime: new Date('2026-03-01T09:00:00Z'), isPreview: false },
          ...{ provenVariantIds: ['V1'], ...(places ? { places } : {}) },
        },
      ],
    });
    return svc.db('attributions').orderBy('line_key').select('tabs', 'rules');
  };

  it('is the tabs and rules of each credited variant; those that are not listed are in none', async () => {
    expect(await send({ variants: [{ variantId: 'V1', tabs: ['FACE'], rules: ['spring', 'pin'] }] })).toEqual([
      { tabs: ['FACE'], rules: ['spring', 'pin'] },
      { tabs: [], rules: [] },
    ]);
  });

  it('is unknown where the match could not be explained, and the report says so', async () => {
    expect(await send(undefined)).toEqual(Array(2).fill({ tabs: null, rules: null }));
    const { tabs, rules } = await svc.orders.getRevenue({ companyId: 'company-1', ...QUERY });
    for (const rows of [tabs, rules])
      expect(rows).toMatchObject([
        { place: 'REVENUE_PLACE_UNKNOWN', proof: 'ATTRIBUTION_PROOF_CONFIRMED', keys: 0, lines: 1, net: '10.0000' },
        { place: 'REVENUE_PLACE_UNKNOWN', proof: 'ATTRIBUTION_PROOF_CLAIMED', keys: 0, lines: 1, net: '10.0000' },
      ]);
  });
});
