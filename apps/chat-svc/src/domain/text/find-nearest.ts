import { getDistance, getTolerance } from './distance.js';

/** Finds the word of a vocabulary that was meant by a word with typing errors. */
export type Speller = (word: string) => string | undefined;

const MIN_KNOWN = 4;

/** Prepares a vocabulary. The first letter of a word must be right, so only words with it are compared. */
export function createSpeller(vocabulary: Iterable<string>): Speller {
  const byLetter = new Map<string, string[]>();
  for (const word of new Set(vocabulary)) {
    if (word.length < MIN_KNOWN) continue;
    const letter = word[0] ?? '';
    const words = byLetter.get(letter);
    if (words) words.push(word);
    else byLetter.set(letter, [word]);
  }
  return (word) => findNearest(word, byLetter.get(word[0] ?? '') ?? []);
}

function findNearest(word: string, vocabulary: readonly string[]): string | undefined {
  let best: { near: string; distance: number } | undefined;
  const tolerance = getTolerance(word);
  if (tolerance === 0) return undefined;
  for (const near of vocabulary) {
    const limit = Math.min(best ? best.distance - 1 : tolerance, Math.max(1, getTolerance(near)));
    const distance = getDistance(word, near, limit);
    if (distance > limit) continue;
    if (distance === 0) return near;
    best = { near, distance };
    if (distance === 1) break;
  }
  return best?.near;
}
