import { addAmounts } from '@svc/domain';
import type { Schemas } from '../../../api/client.js';

type Row = Schemas['RevenueReport']['totals'][number];
type Day = Schemas['RevenueReport']['days'][number];
export type VariantRow = Schemas['RevenueReport']['variants'][number];
export type PlaceRow = Schemas['RevenueReport']['tabs'][number];

/** Amounts of money as the API writes them. */
export interface Amounts {
  gross: string;
  refunded: string;
  net: string;
}

/** Lines that were credited in one way. */
export interface Line extends Amounts {
  rule: Row['rule'];
  proof: Row['proof'];
  orders: number;
}

/** What may be added up: one currency, one kind of orders, and either with or without tax. docs/insight.md N7.4. */
export interface RevenueGroup {
  key: string;
  currency: string;
  kind: Row['kind'];
  totalsIncludeTax: boolean;
  /** Direct before assisted before without an analysis; confirmed before claimed. */
  lines: Line[];
  /** Direct and assisted together. */
  attributed: Amounts;
  /** Attributed revenue by use of the chat. */
  chats: { chat: Row['chat']; net: string; lines: number }[];
  days: Map<string, { direct: string; assisted: string }>;
  /** Highest amounts first; what is not listed is last. */
  variants: VariantRow[];
  /** Likewise; none and unknown are last. */
  tabs: PlaceRow[];
  rules: PlaceRow[];
}

const ZERO = '0.0000';
const RULES: Row['rule'][] = ['DIRECT', 'ASSISTED', 'NONE'];
const PROOFS: Row['proof'][] = ['CONFIRMED', 'CLAIMED', 'NONE'];
const CHATS: Row['chat'][] = ['RECENT', 'EARLIER', 'NEVER'];

const toKey = ({ currency, kind, totalsIncludeTax }: Row | VariantRow | PlaceRow): string =>
  [currency, kind === 'VERIFIED' ? 0 : 1, totalsIncludeTax].join(' ');

const add = (a: Amounts, b: Amounts): Amounts => ({
  gross: addAmounts(a.gross, b.gross),
  refunded: addAmounts(a.refunded, b.refunded),
  net: addAmounts(a.net, b.net),
});
const NOTHING: Amounts = { gross: ZERO, refunded: ZERO, net: ZERO };

/** The groups of a report: verified orders first, then the one with the most lines, since amounts of two currencies cannot be compared. */
export function groupRevenue(report: {
  totals: readonly Row[];
  days: readonly Day[];
  variants: readonly VariantRow[];
  tabs: readonly PlaceRow[];
  rules: readonly PlaceRow[];
}): RevenueGroup[] {
  const { totals, days, variants, tabs, rules } = report;
  const counts = new Map<string, Counted>();
  for (const row of totals) {
    const key = toKey(row);
    counts.set(key, { key, kind: row.kind, lines: (counts.get(key)?.lines ?? 0) + row.lines });
  }
  const keys = [...counts.values()].sort(compareGroups).map(({ key }) => key);
  return keys.map((key) => {
    const rows = totals.filter((row) => toKey(row) === key);
    const { currency, kind, totalsIncludeTax } = rows[0] as Row;
    const attributed = rows.filter(({ rule }) => rule !== 'NONE');
    return {
      ...{ key, currency, kind, totalsIncludeTax },
      lines: RULES.flatMap((rule) => PROOFS.map((proof) => toLine(rows, rule, proof))).filter(
        (line) => line !== undefined,
      ),
      attributed: attributed.reduce(add, NOTHING),
      chats: CHATS.flatMap((chat) => {
        const found = attributed.filter((row) => row.chat === chat);
        return found.length === 0
          ? []
          : [{ chat, net: found.reduce(add, NOTHING).net, lines: found.reduce((sum, { lines }) => sum + lines, 0) }];
      }),
      days: toDays(days.filter((row) => toKey(row) === key)),
      variants: variants.filter((row) => toKey(row) === key),
      tabs: tabs.filter((row) => toKey(row) === key),
      rules: rules.filter((row) => toKey(row) === key),
    };
  });
}

type Counted = { key: string; kind: Row['kind']; lines: number };

function compareGroups(one: Counted, other: Counted): number {
  if (one.kind !== other.kind) return one.kind === 'VERIFIED' ? -1 : 1;
  return other.lines - one.lines || one.key.localeCompare(other.key, 'en');
}

/** An order has one state of the chat, so that its rows are different orders. */
function toLine(rows: readonly Row[], rule: Row['rule'], proof: Row['proof']): Line | undefined {
  const found = rows.filter((row) => row.rule === rule && row.proof === proof);
  if (found.length === 0) return undefined;
  return { rule, proof, orders: found.reduce((sum, { orders }) => sum + orders, 0), ...found.reduce(add, NOTHING) };
}

function toDays(rows: readonly Day[]): RevenueGroup['days'] {
  const days: RevenueGroup['days'] = new Map();
  for (const { day, rule, net } of rows) {
    if (rule === 'NONE') continue;
    const { direct, assisted } = days.get(day) ?? { direct: ZERO, assisted: ZERO };
    days.set(day, {
      direct: rule === 'DIRECT' ? addAmounts(direct, net) : direct,
      assisted: rule === 'ASSISTED' ? addAmounts(assisted, net) : assisted,
    });
  }
  return days;
}
