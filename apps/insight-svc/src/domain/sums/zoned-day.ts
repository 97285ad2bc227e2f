import { addDays, type UtcDay } from '@svc/domain';

/** A day of a time zone as `YYYY-MM-DD`. */
export type ZonedDay = string;

/** The day of an instant in a time zone of the IANA list. */
export function zonedDay(at: Date, timeZone: string): ZonedDay {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year')}-${get('month')}-${get('day')}`;
}

/** UTC days that a day of any time zone may reach into: from 14 hours before to 12 hours after. */
export const utcDaysAround = (day: ZonedDay): [UtcDay, UtcDay] => [addDays(day, -1), addDays(day, 1)];
