import { addDays, DAY_MS, utcDay } from '@svc/domain';
import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type CartedVariant, listCarted } from '../db/carts.js';
import { followTimeZone, loadTimeZone, toDatabaseZone } from '../db/company-zones.js';
import { countKeptAside, type RevenueKeptAside } from '../db/kept-aside.js';
import { listPlaceRevenue, type PlaceRevenue } from '../db/place-revenue.js';
import { listRefusals, type Refusals } from '../db/refusals.js';
import { listAttributionDays, listRevenue, prepareReport, type RevenueRow } from '../db/revenue.js';
import type { RevenueQuery } from '../db/revenue-lines.js';
import { listVariantRevenue, type VariantRevenueRow } from '../db/variant-revenue.js';
import { FACT_DAYS } from '../domain/facts/analysis-fact.js';

/** Longest range of a report; orders are kept as long. docs/insight.md N7.1. */
const MAX_DAYS = 400;
/** Rows of a report. More are refused rather than left out. */
const MAX_ROWS = 10_000;
/** Variants, tabs and rules of each kind of orders that are listed; the others are added up. docs/insight.md N7.11, N7.12. */
const MAX_LISTED = 500;

export interface Revenue {
  rows: RevenueRow[];
  keptAside: RevenueKeptAside;
  /** Windows that the attributions were made with, ascending. */
  attributionDays: number[];
  carted: CartedVariant[];
  /** Orders and refunds that were refused on these days. */
  refused: Refusals[];
  variants: VariantRevenueRow[];
  tabs: PlaceRevenue[];
  rules: PlaceRevenue[];
}

/**
 * What was bought on some days.
 * @param companyTimeZone - by which the company's days are added up from now on; absent from callers that do not know it.
 * @throws ServiceError INVALID_REQUEST when the range is too long or wrong.
 */
export function getRevenue({ db, clock }: { db: Knex; clock: Clock }) {
  return (companyId: string, asked: RevenueQuery, companyTimeZone?: string): Promise<Revenue> => {
    const query = { ...asked, timeZone: toDatabaseZone(asked.timeZone) };
    const days = (Date.parse(query.toDay) - Date.parse(query.fromDay)) / DAY_MS + 1;
    if (!(days >= 1 && days <= MAX_DAYS)) {
      throw new ServiceError('INVALID_REQUEST', `A report must have 1 to ${MAX_DAYS} days.`);
    }
    return forCompany(db, companyId, async (trx) => {
      await prepareReport(trx);
      const rows = await listRevenue(trx, companyId, query, MAX_ROWS + 1);
      if (rows.length > MAX_ROWS) {
        throw new ServiceError('INVALID_REQUEST', `A report must have at most ${MAX_ROWS} rows; choose fewer days.`);
      }
      const timeZone = await loadTimeZone(trx, companyId);
      const report = {
        rows,
        keptAside: await countKeptAside(trx, companyId, timeZone),
        attributionDays: await listAttributionDays(trx, companyId, query),
        variants: await listVariantRevenue(trx, companyId, query, MAX_LISTED),
        ...(await listPlaceRevenue(trx, companyId, query, MAX_LISTED)),
        refused: await listRefusals(trx, { companyId, from: query.fromDay, to: query.toDay }, ['ORDER', 'REFUND']),
        carted: await listCarted(trx, companyId, query, {
          timeZone,
          // A day more, since zones differ by up to a day.
          lastExpired: addDays(utcDay(clock.now()), 1 - FACT_DAYS),
        }),
      };
      // Last, so that all of this report was added up by the same zone.
      if (companyTimeZone !== undefined) await followTimeZone(trx, companyId, companyTimeZone);
      return report;
    });
  };
}
