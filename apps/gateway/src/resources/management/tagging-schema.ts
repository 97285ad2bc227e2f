import { MAX_TAGGING_OPERATIONS, MAX_TAGS } from '@svc/domain';
import { z } from 'zod';
import { list } from './blueprint/fields.js';

/** Shapes of the routes that read and change tags. docs/management.md "Tagging". */

const many = `The request must have 1 to ${MAX_TAGGING_OPERATIONS.toLocaleString('en')} operations.`;

export const taggingOperation = z.strictObject({
  kind: z.enum(['product', 'variant']),
  id: z.string().describe('Shop-system id, exact case.'),
  add: list(z.string().describe('`namespace:value`'), { max: MAX_TAGS, what: 'tags' }),
  remove: list(z.string(), { max: MAX_TAGS, what: 'tags' }),
});

export const taggingChange = z
  .strictObject({
    operations: z
      .array(taggingOperation)
      .min(1, many)
      .max(MAX_TAGGING_OPERATIONS, many)
      .describe('Applied in this order, all of them or none.'),
  })
  .meta({ id: 'TaggingChange' });

export const changedTagging = z
  .object({
    settingsVersion: z.int().describe('Version of the settings as of this change.'),
    previousVersion: z
      .int()
      .describe(
        'Version of the settings before it; the same if nothing changed. Another one than was read: others have changed settings meanwhile.',
      ),
    applied: z.int().describe('Operations that changed something.'),
    withoutEffect: z
      .int()
      .describe('The others: an added tag was there already, a removed one was not, or the catalog has it.'),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe(
        'Operations that have no effect yet: ids that the catalog does not have. Paths point into the request.',
      ),
  })
  .meta({ id: 'ChangedTagging' });
