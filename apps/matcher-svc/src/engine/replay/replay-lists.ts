/** Whether two lists have the same variants in the same order. */
export function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** Compares lists of variants without clearing memory in between: a mark is valid for one comparison only. */
export class VariantMarks {
  readonly #rounds: Uint32Array;
  #round = 0;

  /** @param variantCount - number of variants of the assortment. */
  constructor(variantCount: number) {
    this.#rounds = new Uint32Array(variantCount);
  }

  /** The elements of `list` that are not in `other`, in the order of `list`. */
  without(list: Uint32Array, other: Uint32Array): Uint32Array {
    this.#round += 1;
    for (const variant of other) this.#rounds[variant] = this.#round;
    return list.filter((variant) => this.#rounds[variant] !== this.#round);
  }
}
