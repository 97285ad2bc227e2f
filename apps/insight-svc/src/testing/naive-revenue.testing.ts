import type { Knex } from 'knex';
import type { RevenueRow } from '../db/revenue.js';
import type { RevenueQuery } from '../db/revenue-lines.js';
import { formatMoney, type Money, parseMoney } from '../domain/attribution/money.js';

const DAY_MS = 86_400_000;

interface StoredRow {
  [column: string]: unknown;
  company_id: string;
  order_key: string;
  line_key: string;
  analysis_hash: Buffer;
}

/** Revenue by day in the slowest and most obvious way: from whole tables of the schema's owner, one line after the other. */
export async function sumRevenueSlowly(owner: Knex, companyId: string, query: RevenueQuery): Promise<RevenueRow[]> {
  const read = (table: string) => owner(table).where({ company_id: companyId }) as unknown as Promise<StoredRow[]>;
  const [orders, lines, credits, facts, refunds] = await Promise.all(
    ['orders', 'order_lines', 'attributions', 'analysis_facts', 'refunds'].map(read),
  );
  const deleted: StoredRow[] = await owner('revenue_days')
    .where({ company_id: companyId })
    .select('*', owner.raw('day::text as day_text'));
  const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: query.timeZone, dateStyle: 'short' });
  const groups = new Map<
    string,
    { row: RevenueRow; orders: Set<string>; older: number; gross: Money; refunded: Money }
  >();
  const add = (
    key: Omit<RevenueRow, 'orders' | 'lines' | 'gross' | 'refunded' | 'net'>,
    analysis: { funnelId: unknown; versionId: unknown; locale: unknown; source: unknown; isKnown: boolean },
    count: { order?: string; orders?: number; lines: number; gross: Money; refunded: Money },
  ) => {
    const asked = [
      [query.funnelId, analysis.funnelId],
      [query.versionId, analysis.versionId],
      [query.locale, analysis.locale],
      [query.source, analysis.isKnown ? analysis.source : undefined],
      [query.kind, key.kind],
    ];
    if (key.day < query.fromDay || key.day > query.toDay) return;
    if (asked.some(([wanted, has]) => wanted !== undefined && wanted !== has)) return;
    const name = JSON.stringify(key);
    const row: RevenueRow = { ...key, orders: 0, lines: 0, gross: '', refunded: '', net: '' };
    const group = groups.get(name) ?? { row, orders: new Set<string>(), older: 0, gross: 0n, refunded: 0n };
    if (count.order !== undefined) group.orders.add(count.order);
    group.older += count.orders ?? 0;
    group.row.lines += count.lines;
    group.gross += count.gross;
    group.refunded += count.refunded;
    groups.set(name, group);
  };
  for (const line of lines!) {
    const order = orders!.find((one) => one.order_key === line.order_key)!;
    const orderedAt = order.ordered_at as Date;
    const credit = credits!.find((one) => one.order_key === line.order_key && one.line_key === line.line_key);
    const fact = credit && facts!.find((one) => one.analysis_hash.equals(credit.analysis_hash));
    const has = (column: string) => fact?.[column] ?? credit?.[column] ?? '';
    const gross = parseMoney(line.amount as string)!;
    let refunded = 0n;
    for (const refund of refunds!) {
      const isOwn = refund.order_key === line.order_key && refund.line_key === line.line_key;
      const isInTime = (refund.refunded_at as Date).getTime() <= orderedAt.getTime() + 60 * DAY_MS;
      if (isOwn && isInTime) refunded += parseMoney(refund.amount as string)!;
    }
    add(
      {
        ...{ day: zoned.format(orderedAt), currency: order.currency as string, kind: order.kind as RevenueRow['kind'] },
        rule: (credit?.rule ?? 'NONE') as RevenueRow['rule'],
        proof: (credit?.proof ?? 'NONE') as RevenueRow['proof'],
        chat: order.had_chat === null ? 'NEVER' : order.had_chat ? 'RECENT' : 'EARLIER',
        totalsIncludeTax: order.totals_include_tax as boolean,
      },
      {
        ...{ funnelId: credit?.funnel_id ?? '', versionId: has('version_id'), locale: has('locale') },
        ...{ source: has('source'), isKnown: has('version_id') !== '' },
      },
      { order: line.order_key, lines: 1, gross, refunded: refunded < gross ? refunded : gross },
    );
  }
  for (const one of deleted) {
    const { currency, kind, rule, proof, chat } = one as unknown as RevenueRow;
    add(
      {
        day: one.day_text as string,
        currency,
        kind,
        rule,
        proof,
        chat,
        totalsIncludeTax: one.totals_include_tax as boolean,
      },
      {
        ...{ funnelId: one.funnel_id, versionId: one.version_id, locale: one.locale, source: one.source },
        isKnown: one.version_id !== '',
      },
      {
        ...{ orders: one.orders as number, lines: one.lines as number },
        ...{ gross: parseMoney(one.gross as string)!, refunded: parseMoney(one.refunded as string)! },
      },
    );
  }
  return [...groups.values()].map(({ row, orders: kept, older, gross, refunded }) => ({
    ...{ ...row, orders: kept.size + older },
    ...{ gross: formatMoney(gross), refunded: formatMoney(refunded), net: formatMoney(gross - refunded) },
  }));
}

/** What is counted of refunds, in the same way. */
export async function countRefundsSlowly(owner: Knex, companyId: string) {
  const read = (table: string) => owner(table).where({ company_id: companyId }) as unknown as Promise<StoredRow[]>;
  const [orders, lines, refunds] = (await Promise.all(['orders', 'order_lines', 'refunds'].map(read))) as [
    StoredRow[],
    StoredRow[],
    StoredRow[],
  ];
  const waiting = new Set<unknown>();
  const late = new Set<unknown>();
  const inTime = new Map<StoredRow, Money>();
  let unknownRefundLines = 0;
  for (const refund of refunds) {
    const order = orders.find(({ order_key }) => order_key === refund.order_key);
    if (!order) {
      waiting.add(refund.refund_key);
      continue;
    }
    const line = lines.find(
      ({ order_key, line_key }) => order_key === refund.order_key && line_key === refund.line_key,
    );
    const isLate = (refund.refunded_at as Date).getTime() > (order.ordered_at as Date).getTime() + 60 * DAY_MS;
    if (isLate) late.add(refund.refund_key);
    if (!line) unknownRefundLines += 1;
    else if (!isLate) inTime.set(line, (inTime.get(line) ?? 0n) + parseMoney(refund.amount as string)!);
  }
  const excess = [...inTime].filter(([line, amount]) => amount > parseMoney(line.amount as string)!);
  return {
    ...{ waitingRefunds: waiting.size, lateRefunds: late.size },
    ...{ unknownRefundLines, excessRefundLines: excess.length },
  };
}
