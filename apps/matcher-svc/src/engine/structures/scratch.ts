/**
 * Arrays that all matches reuse, because allocating a buffer costs more than its part of a match. Their content is valid until
 * the next match begins; matching is synchronous, so no two matches overlap.
 */
export interface Scratch {
  ordinals: Uint32Array;
  keys: Uint32Array;
  halfOrdinals: Uint32Array;
  halfKeys: Uint32Array;
  sortedKeys: Uint32Array;
  affinity: Int32Array;
  learned: Float64Array;
}

let scratch = ofSize(2_048);

/** Arrays of at least this length with arbitrary content. */
export function scratchFor(variantCount: number): Scratch {
  if (variantCount > scratch.ordinals.length) scratch = ofSize(2 ** Math.ceil(Math.log2(variantCount)));
  return scratch;
}

function ofSize(length: number): Scratch {
  return {
    ordinals: new Uint32Array(length),
    keys: new Uint32Array(length),
    halfOrdinals: new Uint32Array(length),
    halfKeys: new Uint32Array(length),
    sortedKeys: new Uint32Array(length),
    affinity: new Int32Array(length),
    learned: new Float64Array(length),
  };
}
