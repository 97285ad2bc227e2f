/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000;

/** A day as `YYYY-MM-DD`, UTC. */
export type UtcDay = string;

export const utcDay = (date: Date): UtcDay => date.toISOString().slice(0, 10);

/** @param days - may be negative. */
export const addDays = (day: UtcDay, days: number): UtcDay => utcDay(new Date(Date.parse(day) + days * DAY_MS));
