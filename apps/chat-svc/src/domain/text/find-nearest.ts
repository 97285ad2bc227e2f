import { getDistance, getTolerance } from './distance.js';

/** The word of a vocabulary with the fewest typing errors, within the tolerance; the first letter counts double. */
export function findNearest(word: string, vocabulary: Iterable<string>): string | undefined {
  const tolerance = getTolerance(word);
  if (tolerance === 0) return undefined;
  let best: { near: string; cost: number } | undefined;
  for (const near of vocabulary) {
    if (near.length < 4) continue;
    const distance = getDistance(word, near, Math.min(tolerance, getTolerance(near) || 1));
    if (distance > tolerance) continue;
    const cost = distance + (near[0] === word[0] ? 0 : 1.5);
    if (cost <= tolerance && (!best || cost < best.cost)) best = { near, cost };
  }
  return best?.near;
}
