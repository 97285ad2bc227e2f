import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectExactRevenue, readRevenue } from './testing/exact-revenue.testing.js';
import { type Order, QUERY, sold, storeOrders, verified } from './testing/stored-orders.testing.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpOrders } from './usecases/add-up-orders.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const COMPANY = 'company-1';
const PERIOD = { ...QUERY, fromDay: '2026-02-20' };
/** Parents first. */
const ORDERS = ['orders', 'order_lines', 'attributions', 'refunds'];
const SUMS = ['order_day_marks', 'order_sum_days', 'order_days', 'credited_lines', 'line_credits'];
/** docs/operations.md "After a restore". */
const REBUILD = [
  'delete from insight.order_sum_days',
  `insert into insight.order_day_marks
   select distinct company_id, date_bin('15 minutes', ordered_at, timestamptz '2000-01-01T00:00Z') from insight.orders`,
];

const isExact = () => expectExactRevenue(svc, COMPANY, PERIOD, [{}, { funnelId: 'funnel-1' }, { source: '' }]);
const addUp = () => addUpOrders({ db: svc.knex, clock: svc.clock })(new AbortController().signal);
const clear = async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of ['orders', 'refunds', ...SUMS]) await svc.db(table).delete();
};

const orders = (variantId: string, amount: string): Order[] =>
  [0, 1, 1, 3].map((daysBefore, at) => ({
    ...verified(sold(variantId, amount, { refunds: at === 1 ? [{ amount: '5', days: 1 }] : [] }), sold('V9', '1')),
    daysBefore,
  }));

async function backUp(tables: readonly string[]): Promise<void> {
  for (const table of tables) await svc.db.raw('create table ?? as table ??', [`backup_${table}`, table]);
}

/** Rows that came later vanish. No trigger of the tables runs, as in a restore. */
async function restore(tables: readonly string[]): Promise<void> {
  for (const table of tables) await svc.db.raw('alter table ?? disable trigger user', [table]);
  for (const table of [...tables].reverse()) await svc.db(table).delete();
  for (const table of tables) await svc.db.raw('insert into ?? select * from ??', [table, `backup_${table}`]);
  for (const table of tables) await svc.db.raw('alter table ?? enable trigger user', [table]);
  for (const table of tables) await svc.db.schema.dropTable(`backup_${table}`);
}

describe('sums of orders after a restore (docs/operations.md "After a restore")', () => {
  it('of the schema are those of the restored orders, and so are those of later ones', async () => {
    await clear();
    await storeOrders(svc.db, orders('V1', '100'));
    await addUp();
    await storeOrders(svc.db, orders('V2', '10'), COMPANY, 10);
    await backUp([...ORDERS, ...SUMS]);
    await storeOrders(svc.db, orders('V3', '1000'), COMPANY, 20);
    await addUp();
    await restore([...ORDERS, ...SUMS]);
    expect(await svc.db('orders')).toHaveLength(8);
    expect(await svc.db('order_sum_days')).toHaveLength(2);
    await isExact();
    await storeOrders(svc.db, orders('V4', '7'), COMPANY, 30);
    await isExact();
    await addUp();
    await isExact();
  });

  it('of orders alone are made again by the step for it, and reports read orders meanwhile', async () => {
    await clear();
    await storeOrders(svc.db, orders('V1', '100'));
    await addUp();
    const read = await readRevenue(svc, COMPANY, PERIOD);
    const sums = () => svc.db('order_days').orderBy(['day', 'scope', 'rule']);
    const before = await sums();
    await backUp(ORDERS);
    await storeOrders(svc.db, [...orders('V2', '10'), { ...verified(sold('V2', '9')), daysBefore: 5 }], COMPANY, 10);
    await addUp();
    await restore(ORDERS);
    expect(await readRevenue(svc, COMPANY, PERIOD)).not.toEqual(read);
    for (const statement of REBUILD) await svc.db.raw(statement);
    await isExact();
    await addUp();
    await isExact();
    expect(await readRevenue(svc, COMPANY, PERIOD)).toEqual(read);
    expect((await sums()).filter(({ day }) => before.some((one) => String(one.day) === String(day)))).toEqual(before);
    expect(await svc.db('order_sum_days')).toHaveLength(2);
  });
});
