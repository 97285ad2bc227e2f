/**
 * A number in [0, 1) that belongs to a text: the same seed and text give the same number whatever else is generated,
 * so that a new product never changes the stock of an old one. FNV-1a, then a mixing step.
 */
export function toChance(seed, text) {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
