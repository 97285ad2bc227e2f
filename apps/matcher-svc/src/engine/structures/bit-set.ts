/** A set of variants: bit `v & 31` of word `v >>> 5` is variant `v`. All sets of one assortment have the same length. */
export type BitSet = Uint32Array<ArrayBuffer>;

/** An empty set that can hold the members 0 … size − 1. */
export const emptySet = (size: number): BitSet => new Uint32Array((size + 31) >>> 5);

export function addTo(set: BitSet, member: number): void {
  const word = member >>> 5;
  set[word] = set[word]! | (1 << (member & 31));
}

/** False for members outside of the set's range. */
export const isIn = (set: BitSet, member: number): boolean => ((set[member >>> 5]! >>> (member & 31)) & 1) === 1;

/** Adds the members of `other` to `set`. */
export function unite(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = set[word]! | other[word]!;
}

/** Removes from `set` what is not in `other`. */
export function intersect(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = set[word]! & other[word]!;
}

/** Removes the members of `other` from `set`. */
export function subtract(set: BitSet, other: BitSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = set[word]! & ~other[word]!;
}

/** Number of members. */
export function countMembers(set: BitSet): number {
  let total = 0;
  for (let word = 0; word < set.length; word += 1) total += popCount(set[word]!);
  return total;
}

/** Calls back with each member, ascending. Not for hot loops, which iterate over words. */
export function forEachIn(set: BitSet, callback: (member: number) => void): void {
  for (let word = 0; word < set.length; word += 1) {
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) callback((word << 5) + lowestBit(bits));
  }
}

/** Index of the lowest set bit of a word other than 0. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

function popCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
