import {
  checkPhases,
  colorTypeMethods,
  deadEndKinds,
  idleReasons,
  multiSelectionMethods,
  pathMethods,
  ruleConflictKinds,
} from '@svc/proto';
import { z } from 'zod';
import { errorBody } from '../../../openapi/error-schema.js';
import { draftParts } from '../preview/preview-schema.js';

/** Shapes of POST …/check. The report is made by matcher-svc. */

export const checkRequest = z
  .strictObject({
    version: z
      .enum(['draft', 'published', 'edit'])
      .optional()
      .describe(
        'edit: what is being edited, with its settings. Left out: the draft, or the published version if there is no draft. Not needed with parts.steps.',
      ),
    release: z
      .int()
      .min(1)
      .optional()
      .describe('A release by its number, with its settings, as restoring it would bring it back.'),
    parts: draftParts.optional(),
  })
  .refine(
    ({ version, release, parts }) =>
      [version === 'edit' || undefined, release, parts].filter((each) => each !== undefined).length <= 1,
    { error: 'Only one of parts, release and "version": "edit" may be given.' },
  )
  .meta({ id: 'CheckRequest' });

const findings = <S extends z.ZodType>(item: S) =>
  z.object({ total: z.int(), first: z.array(item).describe('At most 50.') });

const pathAnswer = z
  .object({
    step: z.int().nullable().describe('Step id; null: the color type.'),
    key: z.string(),
    chosen: z.array(z.string()).describe('Empty: not answered.'),
  })
  .meta({ id: 'PathAnswer' });

export const funnelCheck = z
  .object({
    version: z.object({ id: z.string(), number: z.int() }).optional(),
    date: z.iso.date().describe('Rules with dates are taken as on this day, UTC.'),
    paths: z.object({
      method: z
        .enum(pathMethods.all)
        .describe('pairwise: every two answers that can be given together are on a checked path.'),
      checked: z.int(),
      total: z.int().describe('Equal to checked, or if not all were walked an upper bound.'),
      undecidedPairs: z.int(),
      multiSelection: z.enum(multiSelectionMethods.all),
      colorType: z
        .enum(colorTypeMethods.all)
        .describe('independent: every type with all answers, also where the answers rule it out.'),
    }),
    deadEnds: findings(
      z.object({
        kind: z
          .enum(deadEndKinds.all)
          .describe(
            'ANSWERS: whatever the color type is. PUBLISHED: so, and in the published version too. COLOR_TYPE: with some color types only.',
          ),
        answers: z
          .array(pathAnswer)
          .describe('The fewest answers that no checked path with a match has in common; empty: nothing ever matches.'),
        paths: z.int(),
        example: z.array(pathAnswer),
      }),
    ).describe('total: those listed, and one for each path without a match that they do not explain.'),
    blockingDeadEnds: z
      .int()
      .describe('Those of kind ANSWERS: with them a draft is published with force only. 0 without eligible variants.'),
    deadPaths: z.int().describe('Checked paths without a match.'),
    unreachableVariants: findings(z.string()),
    emptyTabs: findings(z.string()),
    resultPageWithoutTabs: z
      .boolean()
      .describe('The result page is enabled but has no enabled tab: it shows no products, whatever is answered.'),
    idleRules: findings(z.object({ rule: z.string(), reason: z.enum(idleReasons.all) })),
    conflicts: findings(
      z.object({
        kind: z.enum(ruleConflictKinds.all),
        rules: z.tuple([z.string(), z.string()]),
        paths: z.int(),
      }),
    ),
    idleOptions: findings(z.object({ step: z.int(), key: z.string(), option: z.string() })),
    eligible: z.object({
      limit: z.int(),
      assortment: z.int(),
      resultPage: z.int().nullable().describe('Variants on enabled tabs; null: the result page is off.'),
      pathsOverLimit: z.int(),
    }),
  })
  .meta({ id: 'FunnelCheck' });

/** A line of the answer as NDJSON. */
export const checkProgress = z
  .object({
    phase: z.enum(checkPhases.all).describe('Paths are looked for, walked, and those without a match grouped.'),
    done: z.int(),
    total: z.int().describe('0: not known yet.'),
  })
  .meta({ id: 'CheckProgress' });

export const checkLine = z
  .union([
    z.object({ progress: checkProgress }),
    z.object({ report: funnelCheck }),
    z.object({ error: errorBody }).describe('Instead of a report.'),
  ])
  .meta({ id: 'CheckLine' });
