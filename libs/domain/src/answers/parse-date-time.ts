const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2})?)?$/i;

/**
 * An ISO 8601 date-time in the extended format, as UTC with milliseconds; null for anything else, a date without a time
 * and a day that the month does not have among it. Without an offset the time is taken as UTC.
 */
export function parseDateTime(text: string): string | null {
  const parts = DATE_TIME.exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute] = parts.slice(1, 6).map(Number) as [number, number, number, number, number];
  const second = Number(parts[6] ?? 0);
  const offsetHours = Number(parts[9] ?? 0);
  const offsetMinutes = Number(parts[10] ?? 0);
  if (year < 1 || hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return null;
  const date = new Date(0);
  // Not Date.UTC, which reads the years 1 to 99 as 1901 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  // The parser of Date would roll 30 February over to March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, Number((parts[7] ?? '0').slice(0, 3).padEnd(3, '0')));
  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  const utc = new Date(date.getTime() - offset);
  return utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999 ? null : utc.toISOString();
}
