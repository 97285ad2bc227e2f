import { forCompany } from '@svc/kit';
import { expect } from 'vitest';
import { loadTimeZone } from '../db/company-zones.js';
import { countKeptAside, type RevenueKeptAside } from '../db/kept-aside.js';
import { listPlaceRevenue } from '../db/place-revenue.js';
import { listAttributionDays, listRevenue, type RevenueRow } from '../db/revenue.js';
import type { RevenueQuery } from '../db/revenue-lines.js';
import { listVariantRevenue } from '../db/variant-revenue.js';
import { parseMoney } from '../domain/attribution/money.js';
import { countRefundsSlowly, sumRevenueSlowly } from './naive-revenue.testing.js';
import type { TestService } from './test-service.testing.js';

/** All that a report adds up of orders. @param from.orders - without the sums of days. */
export function readRevenue(
  svc: TestService,
  companyId: string,
  query: RevenueQuery,
  from: { orders: boolean } = { orders: false },
) {
  const undone = new Error('Undone.');
  let read: unknown;
  return forCompany(svc.knex, companyId, async (trx) => {
    if (from.orders) await trx('order_sum_days').delete();
    read = {
      rows: await listRevenue(trx, companyId, query, 10_000),
      windows: await listAttributionDays(trx, companyId, query),
      variants: await listVariantRevenue(trx, companyId, query, 2),
      places: await listPlaceRevenue(trx, companyId, query, 2),
      keptAside: await countKeptAside(trx, companyId, await loadTimeZone(trx, companyId)),
    };
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
    return read as { rows: RevenueRow[]; keptAside: RevenueKeptAside };
  });
}

const toComparable = (rows: readonly RevenueRow[]) =>
  rows
    .map(({ gross, refunded, net, ...row }) =>
      JSON.stringify([Object.entries(row).sort(), ...[gross, refunded, net].map((one) => String(parseMoney(one)))]),
    )
    .sort();

/** The report is that of the orders themselves, and that of a slow twin in plain code, with each of the filters. */
export async function expectExactRevenue(
  svc: TestService,
  companyId: string,
  period: RevenueQuery,
  filters: readonly Partial<RevenueQuery>[],
): Promise<void> {
  for (const filter of filters) {
    const query = { ...period, ...filter };
    const read = await readRevenue(svc, companyId, query);
    expect(read).toEqual(await readRevenue(svc, companyId, query, { orders: true }));
    expect(toComparable(read.rows)).toEqual(toComparable(await sumRevenueSlowly(svc.db, companyId, query)));
    expect(read.keptAside).toMatchObject(await countRefundsSlowly(svc.db, companyId));
  }
}
