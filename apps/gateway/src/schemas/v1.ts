import {
  AGE_RANGES,
  EYE_COLORS,
  HAIR_COLORS,
  SELFIE_SOURCES,
  SKIN_COLORS,
  SKIN_UNDERTONES,
  STEP_TYPES,
} from '@svc/domain';
import { z } from 'zod';

/** Shapes of the v1 routes, as the OpenAPI document shows them. docs/contract.md C6. */

const selection = z
  .object({
    key: z.string().describe('The value to submit, never the caption.'),
    caption: z.string().describe('Localized display text.'),
    imageUrl: z.url().optional().describe('Left out when there is no picture.'),
    orderNumber: z.int(),
  })
  .meta({ id: 'Selection' });

const step = z
  .object({
    id: z.int().describe('Used as stepId in answers; stable across versions.'),
    type: z.enum(STEP_TYPES),
    orderNumber: z.int(),
    title: z.string().describe('Localized.'),
    selections: z.array(selection).describe('Empty for steps without options.'),
  })
  .meta({ id: 'Step' });

export const funnel = z
  .object({
    id: z.string(),
    version: z.object({ id: z.string(), number: z.int() }),
    steps: z.array(step).describe('Sorted by orderNumber.'),
  })
  .meta({ id: 'Funnel' });

const answer = <T extends readonly string[]>(values: T, step: string) =>
  z
    .enum(values as unknown as [string, ...string[]])
    .nullish()
    .describe(`Answer of the ${step} step; any letter case.`);

const text = z.string().nullish();

/**
 * The body of POST analyses. Only `funnelId` and `createdWithVersionId` are enforced here: answers that do not fit are
 * dropped with a warning by analysis-svc, never an error.
 */
export const analysisRequest = z
  .looseObject({
    funnelId: z.string().min(1),
    createdWithVersionId: z
      .string()
      .nullish()
      .describe('Version the answers were given to. A draft id makes a preview.'),
    firstName: text,
    lastName: text,
    email: text,
    hairColor: answer(HAIR_COLORS, 'HAIR_COLOR'),
    eyeColor: answer(EYE_COLORS, 'EYE_COLOR'),
    skinColor: z
      .union([z.enum(SKIN_COLORS), z.int().min(1).max(5)])
      .nullish()
      .describe('Name, or 1 (FAIR) to 5 (DEEP).'),
    skinUndertone: answer(SKIN_UNDERTONES, 'SKIN_UNDERTONE'),
    ageRange: answer(AGE_RANGES, 'AGE'),
    selfie: text.describe('data:image/(jpeg|png|gif|webp);base64,<data>, at most 2 MiB decoded.'),
    selfieSource: text.describe(`${SELFIE_SOURCES.join(' or ')}.`),
    selfieConsent: z
      .boolean()
      .nullish()
      .describe(
        'The visitor agreed to the analysis of the selfie. false: it is not analysed; a company may require true.',
      ),
    selfieConsentVersion: text.describe('Version of the text that the visitor agreed to, 64 characters at most.'),
    selectionValues: z
      .array(z.object({ stepId: z.int(), selectedKey: z.string() }))
      .nullish()
      .describe('One row per chosen option of custom steps.'),
    startedAt: text.describe('ISO 8601.'),
    source: text,
    queryString: text,
  })
  .meta({ id: 'AnalysisRequest' });

export const analysis = z
  .object({
    id: z.string().describe('Unguessable: whoever knows it can read the matches.'),
    funnelVersionId: z.string(),
    isPreview: z.boolean(),
    payload_warnings: z.array(z.string()).optional().describe('Only when the payload had problems that did not fail.'),
  })
  .meta({ id: 'Analysis' });

export const tab = z
  .object({
    key: z.string(),
    name: z.string().describe('Localized.'),
    description: z.string().optional(),
    maxItemsToShow: z.int().optional().describe('A hint; membership is not cut.'),
    variants: z.array(z.string()),
  })
  .meta({ id: 'Tab' });

export const matchResult = z
  .object({
    matchedVariants: z.array(z.string()).describe("The merchant's variant ids, best first."),
    tabs: z.array(tab).optional().describe('Only with resultPage=true.'),
  })
  .meta({ id: 'MatchResult' });
