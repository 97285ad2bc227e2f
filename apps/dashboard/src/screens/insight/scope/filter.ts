import { addDays, DAY_MS } from '@svc/domain';
/** Which visits and orders the figures are of; part of the address, the same on all screens of the area. */
export interface InsightFilter {
  funnel?: string;
  /** So many days until today. Without it and without `from` and `to`: 28. */
  days?: number;
  from?: string;
  to?: string;
  version?: string;
  locale?: string;
  /** Empty: visits without a tracking source. */
  source?: string;
  /** Without orders that pages have reported. */
  verified?: true;
  /** Tables in place of charts. */
  table?: true;
}

/** Periods to choose from. */
export const PERIODS = [7, 28, 90, 365] as const;
export const DEFAULT_PERIOD = 28;

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** What an address says; what cannot be is left out. A number in an address may be a name. */
export function toFilter(search: Record<string, unknown>): InsightFilter {
  const { from, to, days } = search;
  const found: InsightFilter = {};
  for (const name of ['funnel', 'version', 'locale'] as const) {
    const value = search[name];
    if (typeof value === 'string' || typeof value === 'number') if (value !== '') found[name] = String(value);
  }
  if (typeof search.source === 'string' || typeof search.source === 'number') found.source = String(search.source);
  if (isDay(from)) found.from = from;
  if (isDay(to)) found.to = to;
  const isPeriod = PERIODS.some((each) => each === days) && days !== DEFAULT_PERIOD;
  if (isPeriod && !found.from && !found.to) found.days = days as number;
  if (search.verified === true) found.verified = true;
  if (search.table === true) found.table = true;
  return found;
}

export interface Range {
  from: string;
  to: string;
}

/** The days of a filter, both included. @param today - in the time zone of the company. */
export function toRange({ from, to, days = DEFAULT_PERIOD }: InsightFilter, today: string): Range {
  const last = to ?? (from && from > today ? from : today);
  return { from: from ?? addDays(last, 1 - days), to: last };
}

export const listDays = ({ from, to }: Range): string[] => {
  const count = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, at) => addDays(from, at));
};

/** As many days, immediately before. */
export const toPrevious = (range: Range): Range => ({
  from: addDays(range.from, -listDays(range).length),
  to: addDays(range.from, -1),
});
