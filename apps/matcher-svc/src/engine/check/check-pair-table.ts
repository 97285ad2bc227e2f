import { type Dimension, HIDDEN, type Path } from './check-dimensions.js';

/** The pairs of choices of two dimensions that no path covers yet; a pair of a choice with itself stands for the choice. */
export class PairTable {
  /** Index of a dimension's first choice. */
  readonly #offsets: number[] = [];
  readonly #size: number;
  /** 1: not covered yet. Row: the choice of the earlier dimension. */
  readonly #open: Uint8Array;

  constructor(readonly dimensions: readonly Dimension[]) {
    let size = 0;
    for (const { choices } of dimensions) {
      this.#offsets.push(size);
      size += choices.length;
    }
    this.#size = size;
    this.#open = new Uint8Array(size * size).fill(1);
  }

  isOpen(a: number, choiceA: number, b: number, choiceB: number): boolean {
    return this.#open[this.#index(a, choiceA, b, choiceB)] === 1;
  }

  close(a: number, choiceA: number, b: number, choiceB: number): void {
    this.#open[this.#index(a, choiceA, b, choiceB)] = 0;
  }

  /** Marks the pairs of a path as covered. */
  cover(path: Path): void {
    for (let a = 0; a < path.length; a += 1) {
      if (path[a] === HIDDEN) continue;
      for (let b = a; b < path.length; b += 1) if (path[b] !== HIDDEN) this.close(a, path[a]!, b, path[b]!);
    }
  }

  /** Number of uncovered pairs that a choice would cover together with the dimensions in `answered`. */
  gain(path: Path, answered: readonly number[], at: number, choice: number): number {
    let gain = 0;
    for (const other of answered) gain += this.#open[this.#index(other, path[other]!, at, choice)]!;
    return gain;
  }

  #index(a: number, choiceA: number, b: number, choiceB: number): number {
    const first = this.#offsets[Math.min(a, b)]! + (a <= b ? choiceA : choiceB);
    const second = this.#offsets[Math.max(a, b)]! + (a <= b ? choiceB : choiceA);
    return first * this.#size + second;
  }
}
