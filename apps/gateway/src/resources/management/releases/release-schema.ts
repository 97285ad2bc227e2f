import { FUNNEL_CHANGE_KINDS, isLocale } from '@svc/domain';
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

/** Characters of a note. */
const MAX_NOTE = 500;
const note = z
  .string()
  .max(MAX_NOTE, `note must have at most ${MAX_NOTE} characters.`)
  .optional()
  .describe('For the list of releases.');
const force = z.boolean().optional().describe('true: nothing is checked for dead ends.');

export const releaseRequest = z
  .strictObject({
    revision: z.int().optional().describe('The edit with this revision.'),
    versionId: z.string().optional().describe('Or the current draft, which must be this version.'),
    note,
    force,
  })
  .refine((given) => (given.revision === undefined) !== (given.versionId === undefined), {
    error: 'The request must have either revision or versionId: what is released.',
  })
  .meta({ id: 'ReleaseRequest' });

export const restoreRequest = z.strictObject({ note, force }).meta({ id: 'RestoreRequest' });

const warnings = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .describe('As in an apply; paths point into the parts.');

export const releasedFunnel = z
  .object({
    release: z.int().describe('Number of the release.'),
    versionId: z.string(),
    number: z.int().describe('Of the version.'),
    settingsVersion: z.int().nullable().describe('Of the settings of the company; null: not known.'),
    warnings,
  })
  .meta({ id: 'ReleasedFunnel' });

export const funnelRelease = z
  .object({
    number: z.int(),
    version: publishedVersion,
    releasedAt: z.iso.datetime(),
    releasedBy: z
      .string()
      .nullable()
      .describe('Name of the user; null: the platform token, a company file, or a user who was erased.'),
    note: z.string().nullable(),
    restored: z.int().nullable().describe('Number of the release that it restored.'),
    settingsVersion: z
      .int()
      .nullable()
      .describe('The newest version of the settings while it was in force; null: it is in force, or not known.'),
    inForce: z.boolean(),
  })
  .meta({ id: 'FunnelRelease' });

export const funnelReleasePage = page(funnelRelease, 'FunnelReleasePage');

const stateAdvice = 'A state must be "published", "edit", "draft", the id of a version, or the number of a release.';
const state = z
  .union([z.string(stateAdvice).min(1, stateAdvice), z.int(stateAdvice).min(1, stateAdvice)], { error: stateAdvice })
  .describe('"published", "edit", "draft", the id of a version, or the number of a release.');

export const diffRequest = z
  .strictObject({
    from: state,
    to: state,
    locale: z
      .string()
      .refine(isLocale, 'locale must be a BCP 47 language tag, for example de-CH.')
      .optional()
      .describe('Of the sentences: German or English. Left out: the company language.'),
  })
  .meta({ id: 'DiffRequest' });

const comparedState = z.object({
  revision: z.int().nullable().describe('Of the edit; null: another state.'),
  version: publishedVersion.nullable().describe('null: an edit or a release.'),
  problems: z.array(z.object({ path: z.string(), message: z.string() })).describe('Why an edit cannot be released.'),
});

export const funnelDiff = z
  .object({
    from: comparedState,
    to: comparedState,
    changes: z.array(
      z.object({
        kind: z.enum(FUNNEL_CHANGE_KINDS),
        path: z
          .string()
          .describe('JSON pointer into the parts after the change; into those before for what is removed.'),
        question: z.string().nullable().describe('Title of the question that it belongs to.'),
        before: z.unknown(),
        after: z.unknown(),
        sentence: z.string(),
      }),
    ),
  })
  .meta({ id: 'FunnelDiff' });
