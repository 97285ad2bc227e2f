import { AGE_RANGES, EYE_COLORS, HAIR_COLORS, SELFIE_SOURCES, SKIN_COLORS, SKIN_UNDERTONES } from '@svc/domain';
import { z } from 'zod';

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
    id: z.string().describe('Unguessable: every caller that knows it can read the matches.'),
    funnelVersionId: z.string(),
    isPreview: z.boolean(),
    payload_warnings: z.array(z.string()).optional().describe('Only when the payload had problems that did not fail.'),
  })
  .meta({ id: 'Analysis' });
