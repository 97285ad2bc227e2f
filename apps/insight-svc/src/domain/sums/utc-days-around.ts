import { addDays, type UtcDay, type ZonedDay } from '@svc/domain';

/** UTC days that a day of any time zone may reach into: from 14 hours before to 12 hours after. */
export const utcDaysAround = (day: ZonedDay): [UtcDay, UtcDay] => [addDays(day, -1), addDays(day, 1)];
