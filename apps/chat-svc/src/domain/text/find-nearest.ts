import { getDistance, getTolerance } from './distance.js';

/** The word of a vocabulary with the fewest typing errors, within the tolerance; the first letter counts double. */
export function findNearest(word: string, vocabulary: Iterable<string>): string | undefined {
  const tolerance = getTolerance(word);
  if (tolerance === 0) return undefined;
  let best: { near: string; cost: number } | undefined;
  for (const near of vocabulary) {
    if (near.length < 4) continue;
    const limit = Math.min(tolerance, Math.max(1, getTolerance(near)));
    const distance = getDistance(word, near, limit);
    if (distance > limit) continue;
    const cost = distance + (near[0] === word[0] ? 0 : 1.5);
    if (cost <= tolerance && (!best || cost < best.cost)) best = { near, cost };
  }
  return best?.near;
}
