/** A set of document numbers below a fixed size. */
export class BitSet {
  readonly #words: Uint32Array;

  constructor(
    readonly size: number,
    words?: Uint32Array,
  ) {
    this.#words = words ?? new Uint32Array(Math.ceil(size / 32));
  }

  /** Its members, 32 in each number: what the constructor takes, and what may cross to another thread. */
  get words(): Uint32Array {
    return this.#words;
  }

  static from(size: number, members: Iterable<number>): BitSet {
    const set = new BitSet(size);
    for (const member of members) set.add(member);
    return set;
  }

  add(member: number): void {
    this.#words[member >>> 5] = (this.#words[member >>> 5] ?? 0) | (1 << (member & 31));
  }

  has(member: number): boolean {
    if (!(Number.isInteger(member) && member >= 0 && member < this.size)) return false;
    return ((this.#words[member >>> 5] ?? 0) & (1 << (member & 31))) !== 0;
  }

  /** A new set with the members of both. */
  and(other: BitSet): BitSet {
    return this.#combine(other, (a, b) => a & b);
  }

  or(other: BitSet): BitSet {
    return this.#combine(other, (a, b) => a | b);
  }

  without(other: BitSet): BitSet {
    return this.#combine(other, (a, b) => a & ~b);
  }

  isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  /** Members in ascending order. */
  toArray(): number[] {
    const members: number[] = [];
    for (const [index, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) members.push(index * 32 + 31 - Math.clz32(rest & -rest));
    }
    return members;
  }

  #combine(other: BitSet, operation: (a: number, b: number) => number): BitSet {
    const result = new BitSet(this.size);
    for (let index = 0; index < this.#words.length; index += 1)
      result.#words[index] = operation(this.#words[index] ?? 0, other.#words[index] ?? 0);
    return result;
  }
}
