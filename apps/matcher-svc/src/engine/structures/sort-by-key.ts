import type { Ranked } from '../rank/score-variants.js';
import { scratchFor } from './scratch.js';

/** Keys have 21 bits: two digits of 11 and 10. */
const LOW_BITS = 11;
const LOW_SIZE = 1 << LOW_BITS;
const HIGH_SIZE = 1 << 10;
const low = new Uint32Array(LOW_SIZE);
const high = new Uint32Array(HIGH_SIZE);

/**
 * Sorts by key; equal keys keep their order, so that ordinal order decides. A radix sort: linear and stable, and takes about a
 * quarter of the time of `Float64Array.prototype.sort` on packed keys at 2,000 variants.
 * The ordinals are a new array; the keys are in a scratch array.
 */
export function sortByKey({ ordinals, keys }: Ranked): Ranked {
  const count = keys.length;
  const { halfOrdinals, halfKeys, sortedKeys } = scratchFor(count);
  low.fill(0);
  high.fill(0);
  for (let index = 0; index < count; index += 1) {
    const key = keys[index]!;
    low[key & (LOW_SIZE - 1)]! += 1;
    high[key >>> LOW_BITS]! += 1;
  }
  toStarts(low);
  toStarts(high);
  for (let index = 0; index < count; index += 1) {
    const key = keys[index]!;
    const digit = key & (LOW_SIZE - 1);
    const at = low[digit]!;
    low[digit] = at + 1;
    halfKeys[at] = key;
    halfOrdinals[at] = ordinals[index]!;
  }
  const sorted = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const key = halfKeys[index]!;
    const digit = key >>> LOW_BITS;
    const at = high[digit]!;
    high[digit] = at + 1;
    sortedKeys[at] = key;
    sorted[at] = halfOrdinals[index]!;
  }
  return { ordinals: sorted, keys: sortedKeys.subarray(0, count) };
}

/** Converts counts to the index at which each digit begins. */
function toStarts(counts: Uint32Array): void {
  let start = 0;
  for (let digit = 0; digit < counts.length; digit += 1) {
    const count = counts[digit]!;
    counts[digit] = start;
    start += count;
  }
}
