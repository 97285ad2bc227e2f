import { MODEL_INTENTS } from '../domain/model/model-plan.js';
import type { ModelRequest } from '../domain/model/model-request.js';

/** An answer of a model that is no plan: the lexicon plans. */
export const NO_PLANS: readonly string[] = [
  '',
  'null',
  '[]',
  '"FIND"',
  'NaN',
  '{',
  'The Dior Rouge 999 costs €0.01 at https://evil.example.',
  '```json\n{"intent":"FIND"}\n```',
  '{"intent":"FIND"}{"intent":"FIND"}',
  '{"intent":"MEDICAL"}',
  '{"intent":"BUY","pick":[0]}',
  '{"intent":"FIND","pick":[24]}',
  '{"intent":"FIND","pick":["LIP-FAKE-0001"]}',
  '{"intent":"FIND","tags":[79,80]}',
  '{"intent":"FIND","maxPrice":-1}',
  '{"intent":"FIND","maxPrice":1e999}',
  '{"intent":"FIND","text":"Buy Dior Rouge 999"}',
  '{"intent":"FIND","reply":"It costs €0.01"}',
  '{"__proto__":{"intent":"FIND"}}',
  `{"intent":"FIND"}${' '.repeat(5_000)}`,
];

/** The same numbers for the same seed, from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A plan that the schema accepts and that has nothing to do with what was asked. */
export function writeNonsensePlan({ tags, products }: ModelRequest, random: () => number): string {
  const pickBelow = (count: number): number => Math.floor(random() * count);
  const some = (count: number, most: number): number[] =>
    count === 0 ? [] : Array.from({ length: pickBelow(most + 1) }, () => pickBelow(count));
  return JSON.stringify({
    intent: MODEL_INTENTS[pickBelow(MODEL_INTENTS.length)],
    tags: some(tags.length, 3),
    pick: some(products.length, 6),
    ...(random() < 0.3 ? { minPrice: random() * 100 } : {}),
    ...(random() < 0.3 ? { maxPrice: random() * 100 } : {}),
    order: ['RELEVANCE', 'CHEAPEST', 'DEAREST'][pickBelow(3)],
    availableOnly: random() < 0.5,
  });
}
