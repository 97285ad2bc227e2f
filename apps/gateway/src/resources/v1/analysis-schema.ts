import {
  ANSWER_FIELD_NAMES,
  ANSWER_FIELDS,
  type AnswerField,
  type AnswerFieldName,
  type EnumField,
  getStepType,
} from '@svc/domain';
import { z } from 'zod';

/** One field of the body: what it should be, since analysis-svc drops what does not fit, with a warning. */
function toSchema(field: AnswerFieldName): z.ZodType {
  const row: AnswerField = ANSWER_FIELDS[field];
  if (row.kind === 'enum') return toEnumSchema(field, row.values);
  const described = (schema: z.ZodType) =>
    'description' in row && row.description !== undefined ? schema.describe(row.description) : schema;
  if (row.kind === 'selections') return described(SELECTIONS);
  return described(row.kind === 'boolean' ? z.boolean().nullish() : z.string().nullish());
}

const SELECTIONS = z.array(z.object({ stepId: z.int(), selectedKey: z.string() })).nullish();

function toEnumSchema(field: AnswerFieldName, values: readonly string[]): z.ZodType {
  const names = z.enum(values as [string, ...string[]]);
  if (field === 'skinColor') {
    const numbers = z.int().min(1).max(values.length);
    return z
      .union([names, numbers])
      .nullish()
      .describe(`Name, or 1 (${values[0]}) to ${values.length} (${values.at(-1)}).`);
  }
  return names.nullish().describe(`Answer of the ${getStepType(field as EnumField)} step; any letter case.`);
}

/** The answer fields of both create routes. docs/contract.md C8. */
export const answerFields = z.looseObject(
  Object.fromEntries(ANSWER_FIELD_NAMES.map((field) => [field, toSchema(field)])),
);

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
    ...answerFields.shape,
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
