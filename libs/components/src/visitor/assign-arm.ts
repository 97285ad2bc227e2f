/** The first 53 bits of 64. */
const UNUSED_BITS = BigInt(11);
const BITS = BigInt(53);

/**
 * The arm of a unit as the service computes it: the first 53 bits of SHA-256 of salt and unit, compared with the cumulative weights.
 * docs/insight.md N9.1.
 * @returns undefined: the page has no TLS, so browsers offer no SHA-256.
 */
export async function assignArm(salt: string, unit: string, weights: readonly number[]): Promise<number | undefined> {
  if (!globalThis.crypto.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(salt + unit));
  const bits = new DataView(hash).getBigUint64(0) >> UNUSED_BITS;
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let cumulative = BigInt(0);
  return weights.findIndex((weight) => {
    cumulative += BigInt(weight);
    return bits * total < cumulative << BITS;
  });
}
