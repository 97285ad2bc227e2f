import { ERRORS } from '@svc/kit';
import { z } from 'zod';

/** The body of every error, on every route. docs/contract.md C4. */
export const errorBody = z
  .object({
    error: z.enum(Object.keys(ERRORS) as [string, ...string[]]).describe('The error code; programs decide by it.'),
    message: z.string().describe('For people; may change.'),
    requestId: z.string().describe('Also the X-Request-Id header.'),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('Paths are JSON pointers.'),
  })
  .meta({ id: 'Error' });
