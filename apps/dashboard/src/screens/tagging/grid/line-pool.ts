/**
 * Elements for the lines of a grid that are rendered. An element of a line that is no longer needed is used for another one, so that
 * scrolling creates and removes none.
 */
export class LinePool<Slot> {
  readonly #used = new Map<number, Slot>();
  #free: Slot[] = [];
  readonly #create: () => Slot;
  readonly #remove: (slot: Slot) => void;

  /** @param remove - takes an element out that no line needs; it is not used again. */
  constructor(create: () => Slot, remove: (slot: Slot) => void) {
    this.#create = create;
    this.#remove = remove;
  }

  get = (line: number): Slot | undefined => this.#used.get(line);
  entries = (): Iterable<[line: number, slot: Slot]> => this.#used.entries();

  /** Gives each line an element. Lines that have one keep it. @param place - is called for each line that has another one now. */
  assign(lines: readonly number[], place: (slot: Slot, line: number) => void): void {
    const needed = new Set(lines);
    for (const [line, slot] of this.#used) {
      if (needed.has(line)) continue;
      this.#used.delete(line);
      this.#free.push(slot);
    }
    for (const line of lines) {
      if (this.#used.has(line)) continue;
      const slot = this.#free.pop() ?? this.#create();
      this.#used.set(line, slot);
      place(slot, line);
    }
    for (const slot of this.#free) this.#remove(slot);
    this.#free = [];
  }
}
