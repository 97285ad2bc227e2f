import {
  ALL_COLOR_TYPES,
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  ENUM_FIELDS,
  MAX_FIRST_CARDS,
  MAX_MATCH_IDS,
  MAX_SELECTION_ROWS,
  type MatchingAnswers,
  RESULT_CARDS_PER_TAB,
} from '@svc/domain';
import { z } from 'zod';
import { card } from '../../funnel-host/result-schema.js';
import { tab } from '../../v1/match-schema.js';
import { matchExplanation } from '../analyses/explanation-schema.js';
import { boundedArray } from '../blueprint/bounded.js';
import { clearable } from '../blueprint/fields.js';
import { assortment, matching, productSets, resultPage } from '../blueprint/matching.js';
import { steps } from '../blueprint/step.js';

/** Shapes of the routes that show what a change would do while it is edited. docs/management.md "Consequences while editing". */

/** A request with parts is not larger: it is read between the requests of shoppers. docs/adr/0035-bounded-bodies.md. */
export const MAX_PARTS_BYTES = 256 * 1024;

export const draftParts = z
  .strictObject({
    steps: steps.optional().describe('As a version would have them.'),
    assortment: clearable(assortment, () => structuredClone(DEFAULT_ASSORTMENT)),
    matching: clearable(matching, () => structuredClone(DEFAULT_MATCHING)),
    resultPage: clearable(resultPage, () => structuredClone(DEFAULT_RESULT_PAGE)),
    sets: clearable(productSets, () => []),
  })
  .meta({ id: 'DraftParts', description: 'Parts that are not saved; those that are left out are as in force.' });

const answers = z
  .strictObject({
    hairColor: z.enum(ENUM_FIELDS.hairColor.values).optional(),
    eyeColor: z.enum(ENUM_FIELDS.eyeColor.values).optional(),
    skinColor: z.enum(ENUM_FIELDS.skinColor.values).optional(),
    skinUndertone: z.enum(ENUM_FIELDS.skinUndertone.values).optional(),
    ageRange: z.enum(ENUM_FIELDS.ageRange.values).optional(),
    selectionValues: boundedArray(z.strictObject({ stepId: z.int(), selectedKey: z.string().max(200) }), {
      max: MAX_SELECTION_ROWS,
      what: 'chosen options',
    }).default([]),
  })
  .meta({ id: 'PreviewAnswers', description: 'What a shopper would answer; a step without an answer is left out.' });

const colorType = z
  .enum(ALL_COLOR_TYPES)
  .optional()
  .describe('A color type that is not computed from the answers: it scores 1, the others 0. Left out: none.');

const presence = {
  hasSelfie: z.boolean().default(false).describe('The SELFIE step counts as answered.'),
  hasContact: z.boolean().default(false).describe('The EMAIL step counts as answered.'),
};

export const probeRequest = z
  .strictObject({
    parts: draftParts.optional(),
    answers: answers.default({ selectionValues: [] }),
    colorType,
    ...presence,
    stepId: z.int().describe('The step whose options are counted.'),
  })
  .meta({ id: 'ProbeRequest' });

export const stepProbe = z
  .object({
    eligible: z.int().describe("Available variants of the funnel's assortment."),
    left: z.int().describe('Variants that match with the answers as they are.'),
    options: z
      .array(z.object({ key: z.string(), left: z.int() }))
      .describe(
        'Variants that match with this option: added in a step of several choices, else in the place of the chosen one.',
      ),
    colorTypeTested: z.boolean().describe('A color type was given and can decide about a match.'),
  })
  .meta({ id: 'StepProbe' });

const locale = z
  .string()
  .max(35)
  .refine((tag) => isLocale(tag), { error: 'locale must be a BCP 47 language tag, such as "de" or "fr-CA".' });

export const previewMatchRequest = z
  .strictObject({
    parts: draftParts.optional(),
    answers: answers.optional(),
    colorType,
    ...presence,
    analysisId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('A stored analysis of the funnel, instead of answers: its answers and its color type.'),
    resultPage: z
      .boolean()
      .optional()
      .describe('Only what tabs select, with the tabs. Left out: as the page shows it.'),
    locale: locale.optional().describe('Of names of tabs, BCP 47. Left out: the company language.'),
    explain: boundedArray(z.string().min(1).max(255), { max: MAX_MATCH_IDS, what: 'variants to explain' })
      .default([])
      .describe('Ids of variants whose trace is returned.'),
  })
  .refine(({ analysisId, answers: given }) => (analysisId === undefined) !== (given === undefined), {
    error: 'The request must have either answers or analysisId.',
  })
  .refine(
    ({ analysisId, ...given }) => analysisId === undefined || !(given.colorType || given.hasSelfie || given.hasContact),
    { error: 'colorType, hasSelfie and hasContact belong to answers; an analysis has its own.' },
  )
  .meta({ id: 'PreviewMatchRequest' });

export const matchPreview = z
  .object({
    resultPage: z.boolean().describe('matchedVariants is the union of the tabs.'),
    matchedVariants: z.array(z.string()).describe("The merchant's variant ids, best first."),
    tabs: z.array(tab),
    cards: z
      .record(z.string(), card.omit({ reasons: true, set: true }))
      .describe(
        `By variant id: the first ${RESULT_CARDS_PER_TAB} of each tab (of the list, where there are no tabs), at most ` +
          `${MAX_FIRST_CARDS}, and those to explain.`,
      ),
    explanation: matchExplanation.omit({ versions: true }).nullable().describe('null: nothing was to be explained.'),
  })
  .meta({ id: 'MatchPreview' });

const reach = z
  .object({
    variants: z.int().describe('Different variants in all analyses together.'),
    most: z.int().describe('The most in one analysis.'),
  })
  .nullable();

export const ruleEffects = z
  .object({
    date: z.iso.date().describe('Rules with dates are taken as on this day, UTC.'),
    asked: z.int(),
    analyses: z.int().describe('Fewer than asked for when there are not so many.'),
    rules: z.array(
      z.object({
        key: z.string(),
        holdsIn: z.int().describe('Analyses in which the condition holds.'),
        excludes: reach.describe('Variants that would match without this exclusion; null: the rule excludes nothing.'),
        requires: reach.describe('Variants that would match without this requirement.'),
        boosts: reach.describe('Matched variants whose score it changes.'),
        pins: reach.describe('Matched variants that it moves to the top.'),
        analysisIds: z
          .array(z.string())
          .describe('Up to five analyses in which it holds, newest first; ids give access to matches.'),
      }),
    ),
  })
  .meta({ id: 'RuleEffects' });

export const resultPageEffect = z
  .object({
    date: z.iso.date().describe('Rules with dates are taken as on this day, UTC.'),
    asked: z.int(),
    analyses: z.int().describe('Fewer than asked for when there are not so many.'),
    tabs: z
      .array(
        z.object({
          key: z.string(),
          median: z.number().describe('Median number of its variants; the mean of the two in the middle.'),
          empty: z.int().describe('Analyses in which it was empty.'),
        }),
      )
      .describe('Enabled tabs; empty: the result page is off or has none.'),
  })
  .meta({ id: 'ResultPageEffect' });

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Proof for the compiler that the schema yields what matching takes. */
export const toMatchingAnswers = (value: z.output<typeof answers>): MatchingAnswers => {
  const { selectionValues, ...fields } = value;
  return { ...fields, selectionValues } as MatchingAnswers;
};
