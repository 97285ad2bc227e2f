/**
 * Least recently used entries up to a total size. For values that never become wrong, so entries only leave for room.
 * @param options.maxSize - sum of the sizes that `size` gives, in its unit; a larger single value is not kept.
 */
export class BoundedCache<V> {
  readonly #maxSize: number;
  readonly #size: (value: V) => number;
  readonly #entries = new Map<string, { value: V; size: number }>();
  #total = 0;

  constructor(options: { maxSize: number; size(value: V): number }) {
    this.#maxSize = options.maxSize;
    this.#size = options.size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map iterates in order of insertion: inserting again makes the entry the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V): void {
    this.#remove(key);
    const size = this.#size(value);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size });
    this.#total += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#maxSize) return;
      this.#remove(oldest);
    }
  }

  /** Number of entries. */
  get length(): number {
    return this.#entries.size;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#total -= entry.size;
  }
}
