import { z } from 'zod';
import { publishedVersion } from '../funnels/funnel-schema.js';
import { page } from '../page-schema.js';

/** Shapes of going back to an earlier state. Release safety, "Rollback". */

const number = z.int('The value must be an integer.').min(1, 'The number of a version must be 1 or more.');

export const funnelRollbackRequest = z
  .strictObject({
    versionId: z.string().optional().describe('Id of a version that was published earlier.'),
    number: number.optional().describe('Or its number.'),
  })
  .refine((given) => (given.versionId === undefined) !== (given.number === undefined), {
    error: 'The request must have either versionId or number: the version to go back to.',
  })
  .meta({ id: 'FunnelRollbackRequest' });

export const funnelRolledBack = publishedVersion
  .extend({
    rolledBackTo: publishedVersion.describe('The earlier version whose steps are in force again.'),
    changed: z.boolean().describe('false: these steps were in force already, and nothing was published.'),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('As in an apply; paths point into the version.'),
  })
  .meta({ id: 'FunnelRolledBack' });

export const settingsRollbackRequest = z
  .strictObject({
    version: number.describe('A version of the settings; see the list.'),
    parts: z
      .array(z.string())
      .min(1, 'parts must name at least one part, or be left out to restore all that differ.')
      .max(1_000)
      .optional()
      .describe('tagging, sets, funnels/<sub-domain>/assortment, …/matching, …/resultPage. Left out: all that differ.'),
  })
  .meta({ id: 'SettingsRollbackRequest' });

export const settingsVersion = z
  .object({
    version: z.int().describe('Rises with every change of tagging, sets or a funnel’s matching settings.'),
    createdAt: z.iso.datetime(),
    changed: z
      .array(z.string())
      .describe('What differs from the version before. Empty: not known, the version is older than the history.'),
    inForce: z.boolean(),
  })
  .meta({ id: 'SettingsVersion' });

export const settingsVersionPage = page(settingsVersion, 'SettingsVersionPage');
