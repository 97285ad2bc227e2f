import { SELFIE_FIELDS } from '@svc/domain';
import { selfieStatuses } from '@svc/proto';
import { z } from 'zod';

const numbers = z.record(z.string(), z.number());
const nullableText = z.string().nullable();

const color = z
  .object({
    taxonomy: z.string().describe('SEASONS_12 or SEASONS_4: the company’s when the analysis was created.'),
    type: nullableText,
    reason: nullableText.describe('Why there is no type: TOO_FEW_ANSWERS, NO_TEMPERATURE or NEUTRAL_CENTRE.'),
    scores: numbers.describe('By type, adding up to 1; empty without a type. Matching uses these.'),
    otherScores: numbers.describe('The same by the types of the other taxonomy, for tags that are written in it.'),
    confidence: z.number().describe('0 to 1.'),
    axes: numbers.describe('temperature, value and clarity.'),
    parts: z.record(z.string(), numbers).describe('By axis: what each answered feature adds, before offset and scale.'),
    closeness: z
      .number()
      .nullable()
      .describe('How near it is to the type, −1 to 1. Null for a result of older numbers.'),
    contributions: z.record(z.string(), numbers).nullable().describe('By axis and feature; they add up to closeness.'),
    mappingVersion: z.string(),
  })
  .meta({ id: 'StoredColorAnalysis' });

const feature = z.object({
  value: z.string(),
  confidence: z.number().describe('0 to 1.'),
  lab: z.array(z.number()).length(3).optional().describe('CIELAB (D65): L*, a*, b*.'),
  filled: z.boolean().describe('The visitor had not answered, so this is the answer.'),
});

const selfie = z
  .object({
    sent: z.boolean().describe('The picture itself is stored nowhere.'),
    source: nullableText,
    consent: z.boolean().nullable(),
    consentVersion: nullableText,
    analyzed: z.boolean().describe('A model analyzed the picture.'),
    status: z.enum(selfieStatuses.all).nullable(),
    reason: nullableText.describe('Why it was ignored; docs/color-analysis.md lists the codes.'),
    explanation: nullableText.describe('The reason in English.'),
    features: z.partialRecord(z.enum(SELFIE_FIELDS), feature),
    modelVersion: nullableText,
  })
  .meta({ id: 'StoredSelfie' });

export const analysisRecord = z
  .object({
    id: z.string(),
    funnel: z.object({ id: z.string(), subdomain: nullableText }),
    funnelVersion: z.object({
      id: z.string(),
      number: z.int().nullable().describe('Null for a draft that was changed since.'),
    }),
    isPreview: z.boolean(),
    createdAt: z.iso.datetime(),
    answers: z
      .looseObject({ selectionValues: z.array(z.object({ stepId: z.int(), selectedKey: z.string() })) })
      .describe('As stored; those of filledFromSelfie come from the picture.'),
    filledFromSelfie: z.array(z.enum(SELFIE_FIELDS)),
    color: color.nullable(),
    selfie,
    tracking: z.object({ startedAt: nullableText, source: nullableText, queryString: nullableText }),
    contact: z
      .object({ firstName: z.boolean(), lastName: z.boolean(), email: z.boolean(), note: z.string() })
      .describe('Which fields are stored; never what is in them.'),
  })
  .meta({ id: 'AnalysisRecord', description: 'Everything that is kept of one analysis but contact data.' });

export const erased = z.object({ erased: z.int() }).meta({ id: 'Erased' });
