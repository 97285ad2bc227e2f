import { z } from 'zod';
import { MODEL_LIMITS } from './model-limits.js';

/** Intents that a model may choose: those whose answer depends on what is found. */
export const MODEL_INTENTS = [
  'GREETING',
  'THANKS',
  'HELP',
  'FIND',
  'REFINE',
  'WHAT_SUITS_ME',
  'DOES_THIS_SUIT_ME',
  'WHY',
  'COMPARE',
  'PRICE',
  'AVAILABLE',
  'SIZES',
  'COLOR_TYPE',
  'START_ANALYSIS',
  'OPEN_RESULTS',
  'UNKNOWN',
] as const;

const MAX_PRICE = 100_000;

/**
 * A plan of a model: an intent and numbers of what the request listed. It has no string but enums, so nothing that a model
 * writes can reach the shopper. Unknown fields are refused.
 */
export const modelPlanSchema = z.strictObject({
  intent: z.enum(MODEL_INTENTS),
  /** Numbers of tags of the request. */
  tags: z
    .array(
      z
        .int()
        .min(0)
        .max(MODEL_LIMITS.tags - 1),
    )
    .max(8)
    .default([]),
  /** Numbers of products of the request, the most important first. */
  pick: z
    .array(
      z
        .int()
        .min(0)
        .max(MODEL_LIMITS.candidates - 1),
    )
    .max(6)
    .default([]),
  minPrice: z.number().min(0).max(MAX_PRICE).optional(),
  maxPrice: z.number().min(0).max(MAX_PRICE).optional(),
  order: z.enum(['RELEVANCE', 'CHEAPEST', 'DEAREST']).default('RELEVANCE'),
  availableOnly: z.boolean().default(false),
});
export type ModelPlan = z.output<typeof modelPlanSchema>;

/** Why the plan of the lexicon is used instead of the model's. */
export type ModelFailure = 'LATE' | 'TOO_LONG' | 'NO_JSON' | 'INVALID' | 'UNKNOWN_NUMBER' | 'BUDGET' | 'UNAVAILABLE';

export type ReadModelPlan = { readonly plan: ModelPlan } | { readonly failure: ModelFailure };

/** Reads a model's answer. Only one JSON object that the schema accepts is a plan; text around it is not removed. */
export function readModelPlan(
  answer: string,
  counts: { readonly tags: number; readonly candidates: number },
): ReadModelPlan {
  if (answer.length > MODEL_LIMITS.answerCharacters) return { failure: 'TOO_LONG' };
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return { failure: 'NO_JSON' };
  }
  const result = modelPlanSchema.safeParse(value);
  if (!result.success) return { failure: 'INVALID' };
  const { tags, pick } = result.data;
  const isKnown = tags.every((tag) => tag < counts.tags) && pick.every((number) => number < counts.candidates);
  return isKnown ? { plan: result.data } : { failure: 'UNKNOWN_NUMBER' };
}
