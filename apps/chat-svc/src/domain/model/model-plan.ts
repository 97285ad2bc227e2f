import { z } from 'zod';
import { TEXTS_EN } from '../compose/texts-en.js';
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
  'SET',
  'START_ANALYSIS',
  'OPEN_RESULTS',
  'UNKNOWN',
] as const;

const MAX_PRICE = 100_000;
const price = z.number().min(0).max(MAX_PRICE).optional();

/**
 * What a model may answer: an intent and numbers of what the request listed. It has no string but enums, so nothing that a model
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
  minPrice: price,
  maxPrice: price,
  /** Another name of `maxPrice`, which counts where both are given. */
  priceMax: price,
  /** Key of a text of the service. What is said follows from what is found, so it is only checked. */
  reply: z.enum(Object.keys(TEXTS_EN.texts)).optional(),
  order: z.enum(['RELEVANCE', 'CHEAPEST', 'DEAREST']).default('RELEVANCE'),
  availableOnly: z.boolean().default(false),
});

/** A plan of a model, under one name for each of its parts. */
export type ModelPlan = Omit<z.output<typeof modelPlanSchema>, 'priceMax' | 'reply'>;

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
  const { priceMax, reply: _reply, maxPrice = priceMax, ...rest } = result.data;
  const plan: ModelPlan = { ...rest, ...(maxPrice === undefined ? {} : { maxPrice }) };
  const { tags, pick } = plan;
  const isKnown = tags.every((tag) => tag < counts.tags) && pick.every((number) => number < counts.candidates);
  return isKnown ? { plan } : { failure: 'UNKNOWN_NUMBER' };
}
