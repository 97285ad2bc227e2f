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
