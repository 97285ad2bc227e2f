import { addDays, type ZonedDay } from '@svc/domain';

/** A Monday, YYYY-MM-DD; its week ends with the Sunday. */
export type Week = ZonedDay;

const DAYS = 7;

export function toWeek(day: ZonedDay): Week {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS;
  return addDays(day, -sinceMonday);
}

/** Weeks and single days that together are a period, each day once. */
export interface Pieces {
  weeks: Week[];
  days: ZonedDay[];
}

/** @param isAddedUp - whether the sums of a week may be read in place of its days. */
export function splitPeriod(from: ZonedDay, to: ZonedDay, isAddedUp: (week: Week) => boolean): Pieces {
  const pieces: Pieces = { weeks: [], days: [] };
  for (let day = from; day <= to; ) {
    const isWhole = toWeek(day) === day && addDays(day, DAYS - 1) <= to && isAddedUp(day);
    (isWhole ? pieces.weeks : pieces.days).push(day);
    day = addDays(day, isWhole ? DAYS : 1);
  }
  return pieces;
}
