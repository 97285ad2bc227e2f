import { addAmounts, addDays, REFUND_DAYS, toCsvCell, utcDay } from '@svc/domain';
import {
  attributionProofs,
  attributionRules,
  chatUses,
  type GetRevenueResponse,
  orderKinds,
  type RevenueRow,
  refusalKinds,
} from '@svc/proto';
import { requirePart } from '../../../messages/require-part.js';
import { DEFINITIONS } from './definitions.js';
import { toRate } from './rate.js';
import type { RevenueReport } from './revenue-schema.js';

const DEFINITION =
  'Attributed revenue: price × quantity of the lines that are credited to an analysis, less discounts and refunds, in the currency of the ' +
  'order. Shipping is not part of it. Direct: the analysis recommended the variant. Assisted: it recommended another one. None: no analysis. ' +
  'Not additional revenue: the shopper might have bought without an analysis, too.';

type Day = RevenueReport['days'][number];
type Total = RevenueReport['totals'][number];

/** The report of the management API. */
export function toRevenueReport(
  { rows, keptAside, attributionDays, refused }: GetRevenueResponse,
  { timezone, now, kind }: { timezone: string; now: Date; kind: 'verified' | 'reported' | undefined },
): Omit<RevenueReport, 'cart' | 'variants' | 'tabs' | 'tabsDefinition' | 'rules' | 'rulesDefinition'> {
  const days = rows.map(presentRow);
  return {
    definition: DEFINITION,
    asOf: now.toISOString(),
    // Orders are counted as they are stored.
    completeUntil: now.toISOString(),
    mayFallSince: addDays(utcDay(now), -REFUND_DAYS),
    timezone,
    attributionDays,
    totals: addUp(days),
    // Of one kind it says nothing.
    verified: toVerified(kind === undefined ? days : []),
    days,
    variantsDefinition: DEFINITIONS.variantRevenue,
    keptAside: requirePart(keptAside),
    refused: refused.map(({ kind, ...one }) => ({ kind: refusalKinds.toName(kind), ...one })),
  };
}

/** A line is in one row, unlike an order. docs/insight.md N7.10. */
function toVerified(days: readonly Day[]): RevenueReport['verified'] {
  const count = (rows: readonly Day[]) => rows.reduce((sum, { lines }) => sum + lines, 0);
  const cases = count(days);
  const value = toRate(count(days.filter(({ kind }) => kind === 'VERIFIED')), cases);
  return { definition: DEFINITIONS.verified, value, cases };
}

const presentRow = ({ kind, rule, proof, chat, ...row }: RevenueRow): Day => ({
  ...row,
  kind: orderKinds.toName(kind),
  rule: attributionRules.toName(rule),
  proof: attributionProofs.toName(proof),
  chat: chatUses.toName(chat),
});

/** Of the same group: everything but the day, the counts and the amounts. In the order of their first days. */
function addUp(days: readonly Day[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { day: _, ...row } of days) {
    const key = [row.currency, row.kind, row.rule, row.proof, row.chat, row.totalsIncludeTax].join(' ');
    const known = totals.get(key);
    totals.set(
      key,
      known
        ? {
            ...row,
            orders: known.orders + row.orders,
            lines: known.lines + row.lines,
            gross: addAmounts(known.gross, row.gross),
            refunded: addAmounts(known.refunded, row.refunded),
            net: addAmounts(known.net, row.net),
          }
        : row,
    );
  }
  return [...totals.values()];
}

const COLUMNS = [
  ...['day', 'currency', 'kind', 'rule', 'proof', 'chat', 'totalsIncludeTax', 'orders', 'lines'],
  ...['gross', 'refunded', 'net'],
] as const;

const VARIANT_COLUMNS = [
  ...['variantId', 'productName', 'variantName', 'currency', 'kind', 'rule', 'proof', 'totalsIncludeTax'],
  ...['variants', 'analyses', 'orders', 'lines', 'gross', 'refunded', 'net'],
] as const;

/** The days as a table for spreadsheets, after what it says: UTF-8 with a byte order mark. docs/insight.md N7.6. */
export function toRevenueCsv(report: RevenueReport, filter: Record<string, string>): string {
  const { definition, keptAside, refused, cart, verified } = report;
  const head = {
    ...toHead(report, definition, filter),
    verifiedShare: verified.value?.value ?? '',
    lines: verified.cases,
    ...keptAside,
    refused: refused.map(({ kind, reason, requests }) => `${kind} ${reason} ${requests}`).join(', '),
    addedToCart: cart.values.map(({ currency, value }) => `${value} ${currency}`).join(', '),
  };
  return toCsv(head, COLUMNS, report.days);
}

/** The variants as a table of their own; the cell of the id is empty where variants are added up. docs/insight.md N7.11. */
export function toVariantRevenueCsv(report: RevenueReport, filter: Record<string, string>): string {
  return toCsv(toHead(report, report.variantsDefinition, filter), VARIANT_COLUMNS, report.variants);
}

const PLACE_COLUMNS = [
  ...['place', 'key', 'funnel', 'currency', 'kind', 'rule', 'proof', 'totalsIncludeTax'],
  ...['keys', 'lines', 'gross', 'refunded', 'net'],
] as const;

/** The tabs or the rules as a table of their own. docs/insight.md N7.12. */
export const toPlaceRevenueCsv =
  (name: 'tabs' | 'rules') =>
  (report: RevenueReport, filter: Record<string, string>): string =>
    toCsv(toHead(report, report[`${name}Definition`], filter), PLACE_COLUMNS, report[name]);

const toHead = (report: RevenueReport, definition: string, filter: Record<string, string>) => ({
  definition,
  ...filter,
  timezone: report.timezone,
  asOf: report.asOf,
  completeUntil: report.completeUntil,
  mayFallSince: report.mayFallSince,
  attributionDays: report.attributionDays.join(', '),
});

function toCsv<Column extends string>(
  head: Record<string, string | number>,
  columns: readonly Column[],
  rows: readonly Record<Column, string | number | boolean | null>[],
): string {
  const lines = [
    ...Object.entries(head).map(([name, value]) => [name, String(value)]),
    [...columns],
    ...rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  ];
  return `\uFEFF${lines.map((cells) => `${cells.map(toCsvCell).join(',')}\r\n`).join('')}`;
}
