import { ServiceError } from '@svc/kit';

/** The name of a time zone as IANA has it. @throws ServiceError INVALID_QUERY. */
export function parseTimezone(value: string, name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new ServiceError('INVALID_QUERY', `${name} must be a time zone such as Europe/Berlin.`);
  }
}
