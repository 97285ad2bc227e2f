import { COLOR_TYPE_NAMESPACE, COLOR_TYPES, parseComplexionTag } from '@svc/domain';
import { expandTags } from '../compile/expand-tags.js';

/** The color and complexion tags of a variant. Variants with the same look have equal tests and scores. */
export interface Look {
  /** Numbers of color types, ascending; empty: no color tag. */
  colorTypes: number[];
  /** 15-bit mask of complexion cells; 0: no complexion tag. */
  cells: number;
}

/** Assigns numbers to the tags and the looks of an assortment. Parses each spelling of a tag once. */
export class TagTable {
  readonly indexOf = new Map<string, number>();
  /** COLOR_TYPES first, then types of other taxonomies in the order of appearance. */
  readonly colorTypes: string[] = [...COLOR_TYPES];
  readonly looks: Look[] = [];
  readonly #bySpelling = new Map<string, readonly number[]>();
  readonly #lookByKey = new Map<string, number>();
  /** By tag: index into `colorTypes`, or −1. */
  readonly #colorTypeOf: number[] = [];
  /** By tag: complexion cells. */
  readonly #cellsOf: number[] = [];

  /** Numbers of the tags that one spelling stands for: none, one, or three for `complexion:MEDIUM/*`. */
  toIndexes(spelling: string): readonly number[] {
    let indexes = this.#bySpelling.get(spelling);
    if (!indexes) {
      indexes = expandTags([spelling]).map((tag) => this.indexOf.get(tag) ?? this.#add(tag));
      this.#bySpelling.set(spelling, indexes);
    }
    return indexes;
  }

  /** Number of the look of these tags. */
  toLook(tags: readonly number[]): number {
    const colorTypes: number[] = [];
    let cells = 0;
    for (const tag of tags) {
      const type = this.#colorTypeOf[tag]!;
      if (type >= 0) colorTypes.push(type);
      cells |= this.#cellsOf[tag]!;
    }
    colorTypes.sort((a, b) => a - b);
    const key = `${colorTypes.join()}/${cells}`;
    let look = this.#lookByKey.get(key);
    if (look === undefined) {
      look = this.looks.push({ colorTypes, cells }) - 1;
      this.#lookByKey.set(key, look);
    }
    return look;
  }

  #add(tag: string): number {
    const index = this.indexOf.size;
    this.indexOf.set(tag, index);
    const isColor = tag.startsWith(`${COLOR_TYPE_NAMESPACE}:`);
    this.#colorTypeOf.push(isColor ? this.#colorType(tag.slice(COLOR_TYPE_NAMESPACE.length + 1)) : -1);
    this.#cellsOf.push(parseComplexionTag(tag) ?? 0);
    return index;
  }

  #colorType(name: string): number {
    const known = this.colorTypes.indexOf(name);
    return known >= 0 ? known : this.colorTypes.push(name) - 1;
  }
}
