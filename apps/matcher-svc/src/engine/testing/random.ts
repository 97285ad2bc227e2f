/** Random draws that a seed decides. */
export interface Random {
  /** An integer in [0, limit). */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Up to `limit` different values, in the order given. */
  some<T>(values: readonly T[], limit: number): T[];
}

/** A generator of the xorshift family (Marsaglia, 2003), 32 bits. */
export function seededRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 16; warmUp += 1) next();
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)]!,
    some(values, limit) {
      const wanted = below(Math.min(limit, values.length) + 1);
      const left = [...new Set(values)];
      while (left.length > wanted) left.splice(below(left.length), 1);
      return left;
    },
  };
}
