import { isTimeZone } from '@svc/domain';
import { ServiceError } from '@svc/kit';

/** The name of a time zone as IANA has it; an offset such as +01:00 means the opposite to PostgreSQL. @throws ServiceError INVALID_QUERY. */
export function parseTimezone(value: string, name: string): string {
  if (!isTimeZone(value)) throw new ServiceError('INVALID_QUERY', `${name} must be a time zone such as Europe/Berlin.`);
  return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
}
