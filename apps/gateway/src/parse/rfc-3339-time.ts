import { parseDateTime } from '@svc/domain';
import { z } from 'zod';

/** RFC 3339: with seconds and an offset, which are optional in ISO 8601. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** A time of RFC 3339, as a `Date`. @param message - for any other value. */
export const rfc3339Time = (message: string) =>
  z
    .string(message)
    .meta({ format: 'date-time' })
    .transform((value, { issues }) => {
      const utc = RFC_3339.test(value) ? parseDateTime(value) : null;
      if (utc !== null) return new Date(utc);
      issues.push({ code: 'custom', input: value, message });
      return z.NEVER;
    });
