/** Which entries are shown; part of the address. `from` and `to` are days where the user is, both inclusive. */
export interface Filter {
  actor?: string;
  action?: string;
  from?: string;
  to?: string;
}

/** The platform token, among user ids. */
export const PLATFORM_TOKEN = 'PLATFORM_TOKEN';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What an address says; what cannot be is left out. */
export const toFilter = ({ actor, action, from, to }: Record<string, unknown>): Filter => ({
  ...(isText(actor) ? { actor } : {}),
  ...(isText(action) ? { action } : {}),
  ...(isDay(from) ? { from } : {}),
  ...(isDay(to) ? { to } : {}),
});

/** The beginning of a day where the user is, or of the day after it. */
const toStartOfDay = (day: string, plusDays: number): string => {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + plusDays);
  return start.toISOString();
};

/** The filter as the API takes it: `to` is exclusive there. */
export const toQuery = ({
  from,
  to,
  ...same
}: Filter): { actor?: string; action?: string; from?: string; to?: string } => ({
  ...same,
  ...(from ? { from: toStartOfDay(from, 0) } : {}),
  ...(to ? { to: toStartOfDay(to, 1) } : {}),
});
