import {
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_REPLAYED_ANALYSES,
  DEFAULT_RESULT_PAGE,
  DEFAULT_TAGGING,
  MAX_REPLAYED_ANALYSES,
} from '@svc/domain';
import { replayedParts, replayedTabStates } from '@svc/proto';
import { z } from 'zod';
import { clearable } from '../blueprint/fields.js';
import { assortment, matching, productSets, resultPage, tagging } from '../blueprint/matching.js';
import { version } from '../blueprint/step.js';
import { taggingOperations } from '../tagging/tagging-schema.js';

/** Shapes of POST …/replay. The report is made by matcher-svc. */

const last = `last must be an integer from 1 to ${MAX_REPLAYED_ANALYSES}.`;
const versionAdvice = 'version must be "draft", "edit", the id of a version, or its number.';
const releaseAdvice = 'release must be the number of a release.';

/** Keys that replace what is in force; they are those of a blueprint. */
export const REPLAY_PARTS = [
  'tagging',
  'taggingOperations',
  'sets',
  'assortment',
  'matching',
  'resultPage',
  'published',
  'version',
  'release',
] as const;

export const replayRequest = z
  .strictObject({
    last: z
      .int(last)
      .min(1, last)
      .max(MAX_REPLAYED_ANALYSES, last)
      .default(DEFAULT_REPLAYED_ANALYSES)
      .describe('How many of the newest analyses are replayed; previews are left out.'),
    tagging: clearable(tagging, () => structuredClone(DEFAULT_TAGGING)),
    taggingOperations: taggingOperations
      .optional()
      .describe('Changes of the tagging in force, as PATCH …/tagging takes them; in place of `tagging`.'),
    sets: clearable(productSets, () => []),
    assortment: clearable(assortment, () => structuredClone(DEFAULT_ASSORTMENT)),
    matching: clearable(matching, () => structuredClone(DEFAULT_MATCHING)),
    resultPage: clearable(resultPage, () => structuredClone(DEFAULT_RESULT_PAGE)),
    published: version.optional().describe('Steps, as a blueprint would publish them.'),
    version: z
      .union([z.string(versionAdvice).min(1, versionAdvice), z.int(versionAdvice)], { error: versionAdvice })
      .optional()
      .describe(
        '"draft", "edit" with its settings, or the id or number of a version; an earlier published one as a rollback would bring it back.',
      ),
    release: z
      .int(releaseAdvice)
      .min(1, releaseAdvice)
      .optional()
      .describe('A release by its number, with its settings, as restoring it would bring it back.'),
  })
  .refine((given) => REPLAY_PARTS.some((part) => given[part] !== undefined), {
    error: `The request must have at least one of ${REPLAY_PARTS.join(', ')}.`,
  })
  .refine((given) => [given.published, given.version, given.release].filter((each) => each !== undefined).length <= 1, {
    path: ['version'],
    error: 'Only one of version, release and published may be given: one version can be replayed at a time.',
  })
  .refine(({ tagging, taggingOperations }) => tagging === undefined || taggingOperations === undefined, {
    path: ['taggingOperations'],
    error: 'Only one of tagging and taggingOperations may be given.',
  })
  .meta({
    id: 'ReplayRequest',
    description: 'What is given replaces what is in force, for the replay only. Parts are those of a blueprint.',
  });

const findings = <S extends z.ZodType>(item: S, most: number) =>
  z.object({ total: z.int(), first: z.array(item).describe(`At most ${most}.`) });
const versionRef = z.object({ id: z.string(), number: z.int() });
const variantCount = z.object({ variantId: z.string(), analyses: z.int() });
const share = z.number().min(0).max(1);

export const replayReport = z
  .object({
    date: z.iso.date().describe('Rules with dates are taken as on this day, UTC, on both sides.'),
    versions: z
      .object({
        funnelId: z.string(),
        funnelVersion: versionRef,
        configVersion: z.int(),
        catalogVersion: z.int(),
        model: z.string().nullable(),
      })
      .describe('What is in force.'),
    draft: z.object({
      parts: z.array(z.enum(replayedParts.all)),
      funnelVersion: versionRef.nullable().describe('null: the published version, or steps that are no version yet.'),
    }),
    analyses: z.object({
      asked: z.int(),
      replayed: z.int().describe('Fewer than asked for when there are not so many, or their answers are very large.'),
      changed: z.int().describe('Another list: membershipChanged + orderChanged.'),
      share: share.describe('changed of replayed.'),
      membershipChanged: z.int().describe('Variants were gained or lost.'),
      orderChanged: z.int().describe('The same variants in another order.'),
      newlyEmpty: z.int().describe('A match before, none after.'),
      noLongerEmpty: z.int(),
    }),
    variants: z.object({ gained: findings(variantCount, 50), lost: findings(variantCount, 50) }),
    top: z.object({
      places: z.int(),
      changed: z.int().describe('Analyses where the first places hold another list.'),
      churn: share.describe('Mean share of the first places that other variants hold.'),
    }),
    tabs: z
      .object({
        analyses: z.int(),
        tabs: z.array(
          z.object({
            key: z.string(),
            state: z.enum(replayedTabStates.all),
            changed: z.int(),
            newlyEmpty: z.int(),
            noLongerEmpty: z.int(),
          }),
        ),
      })
      .nullable()
      .describe('null: no result page on either side.'),
    exceeding: z
      .object({ limit: z.int(), before: z.int(), after: z.int() })
      .describe('Analyses with more eligible variants than one match allows.'),
    examples: z
      .array(
        z.object({
          analysisId: z.string(),
          before: z.int().nullable().describe('Matched variants; null: too many were eligible.'),
          after: z.int().nullable(),
          gained: findings(z.string(), 20),
          lost: findings(z.string(), 20),
        }),
      )
      .describe('At most 20, those that change most first.'),
  })
  .meta({ id: 'ReplayReport' });
