import { MAX_TAGGING_TAGS, MAX_TAGS } from '../limits.js';
import type { Tagging } from './matching-settings.js';
import { normalizeTag } from './tags.js';

/** One change of the tags that a merchant adds to a product or a variant. */
export interface TaggingOperation {
  kind: 'product' | 'variant';
  /** Shop-system id, exact case. */
  id: string;
  add: string[];
  remove: string[];
}

/** What operations did to a tagging. */
export interface ChangedTagging {
  tagging: Tagging;
  /** Whether it differs from the tagging before. */
  changed: boolean;
  /** Number of operations that changed something when it was their turn. */
  applied: number;
  withoutEffect: number;
  /** Indexes of operations after which their entry has more than `MAX_TAGS` tags. */
  overfull: number[];
  /** Whether all entries together have more than `MAX_TAGGING_TAGS` tags. */
  tooLarge: boolean;
}

/**
 * Applies operations in their order. Tags are compared as docs/matching.md M1 says; an added tag that the entry has already, and a
 * removed one that it does not have, are no change. An entry without tags is removed. The given tagging is not changed.
 */
export function applyTaggingOperations(before: Tagging, operations: readonly TaggingOperation[]): ChangedTagging {
  const products = new Entries(before.products);
  const variants = new Entries(before.variants);
  const overfull: number[] = [];
  let applied = 0;
  for (const [index, { kind, id, add, remove }] of operations.entries()) {
    const tags = (kind === 'product' ? products : variants).open(id);
    let isApplied = false;
    for (const tag of remove) isApplied = tags.delete(toKey(tag)) || isApplied;
    for (const tag of add) {
      if (tags.has(toKey(tag))) continue;
      tags.set(toKey(tag), tag);
      isApplied = true;
    }
    if (isApplied) applied += 1;
    if (isApplied && tags.size > MAX_TAGS) overfull.push(index);
  }
  const changed = [products.close(), variants.close()].includes(true);
  const tagging = changed ? { products: products.toRecord(), variants: variants.toRecord() } : before;
  const tooLarge = changed && products.countTags() + variants.countTags() > MAX_TAGGING_TAGS;
  return { tagging, changed, applied, withoutEffect: operations.length - applied, overfull, tooLarge };
}

const toKey = (tag: string): string => normalizeTag(tag) ?? tag;

/** The entries of products or of variants. Maps, because a merchant may choose an id such as `__proto__`. */
class Entries {
  readonly #entries: Map<string, readonly string[]>;
  /** Tags by comparable spelling, of the entries that an operation names. */
  readonly #open = new Map<string, Map<string, string>>();

  constructor(record: Readonly<Record<string, readonly string[]>>) {
    this.#entries = new Map(Object.entries(record));
  }

  open(id: string): Map<string, string> {
    const found = this.#open.get(id);
    if (found) return found;
    const tags = new Map((this.#entries.get(id) ?? []).map((tag) => [toKey(tag), tag]));
    this.#open.set(id, tags);
    return tags;
  }

  /** Takes over what operations changed; an entry that has the same tags as before stays as it was. */
  close(): boolean {
    let changed = false;
    for (const [id, tags] of this.#open) {
      const before = new Set((this.#entries.get(id) ?? []).map(toKey));
      if (before.size === tags.size && [...tags.keys()].every((key) => before.has(key))) continue;
      changed = true;
      if (tags.size === 0) this.#entries.delete(id);
      else this.#entries.set(id, [...tags.values()]);
    }
    return changed;
  }

  countTags(): number {
    let count = 0;
    for (const tags of this.#entries.values()) count += tags.length;
    return count;
  }

  toRecord(): Record<string, string[]> {
    return Object.fromEntries(this.#entries) as Record<string, string[]>;
  }
}
