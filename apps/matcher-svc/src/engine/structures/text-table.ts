/**
 * Maps numbers to texts and texts to numbers, in typed arrays only: a table of 200,000 ids consists of a few objects, and can be
 * transferred to another thread without a copy. Created by `compileTexts`, immutable.
 */
export interface TextTable {
  /** The texts as consecutive JSON strings, each followed by a comma; `COPY_SLACK` spare bytes at the end. */
  encoded: Uint8Array<ArrayBuffer>;
  /** Text `n` is at `offsets[n]` to `offsets[n + 1]` of `encoded`, including its comma. */
  offsets: Uint32Array<ArrayBuffer>;
  /**
   * Hash index with open addressing: the number of a text + 1 is in the first free slot from its hash on. 0: free.
   * The length is a power of two; at most half of the slots are used.
   */
  slots: Uint32Array<ArrayBuffer>;
  /** Initial value of the hashes. */
  seed: number;
}

/** Spare bytes after `encoded` and after a body, so that texts can be copied in steps of four bytes. */
export const COPY_SLACK = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const COMMA = ','.charCodeAt(0);

/**
 * @param texts - in the order of their numbers; of equal texts the last one is found.
 * @param seed - initial value of the hashes, unknown to the author of the texts, who could otherwise cause collisions.
 */
export function compileTexts(texts: readonly string[], seed = 0): TextTable {
  const offsets = new Uint32Array(texts.length + 1);
  let bytes = new Uint8Array(1_024 + texts.length * 16);
  let used = 0;
  for (const [number, text] of texts.entries()) {
    const json = JSON.stringify(text);
    const most = 3 * json.length + 1; // A UTF-16 unit has at most three bytes in UTF-8.
    if (used + most > bytes.length) bytes = grown(bytes, used + most);
    used += encoder.encodeInto(json, bytes.subarray(used)).written;
    bytes[used] = COMMA;
    used += 1;
    offsets[number + 1] = used;
  }
  const table: TextTable = {
    encoded: bytes.slice(0, used + COPY_SLACK),
    offsets,
    slots: new Uint32Array(2 ** Math.ceil(Math.log2(2 * texts.length + 1))),
    seed,
  };
  table.encoded.fill(0, used);
  for (let number = 0; number < texts.length; number += 1) {
    const start = offsets[number]!;
    const length = offsets[number + 1]! - start;
    const key = table.encoded.subarray(start, start + length);
    table.slots[findSlot(table, key, length)] = number + 1;
  }
  return table;
}

/** Number of texts. */
export const textCount = ({ offsets }: TextTable): number => offsets.length - 1;

/** The text with a number. */
export const textAt = ({ encoded, offsets }: TextTable, number: number): string =>
  JSON.parse(decoder.decode(encoded.subarray(offsets[number]!, offsets[number + 1]! - 1)));

/** The number of a text, case-sensitive; −1: there is none. */
export function findNumber(table: TextTable, text: string): number {
  const length = encodeKey(text);
  return table.slots[findSlot(table, key, length)]! - 1;
}

/** The encoded text of a lookup. Lookups are synchronous, so no two overlap. */
let key = new Uint8Array(1_024);

function encodeKey(text: string): number {
  const json = JSON.stringify(text);
  if (3 * json.length + 1 > key.length) key = grown(key, 3 * json.length + 1);
  const { written } = encoder.encodeInto(json, key);
  key[written] = COMMA;
  return written + 1;
}

/** The slot of a text, or the free slot where it would be. */
function findSlot({ encoded, offsets, slots, seed }: TextTable, text: Uint8Array, length: number): number {
  const mask = slots.length - 1;
  let place = hash(text, length, seed) & mask;
  for (; slots[place] !== 0; place = (place + 1) & mask) {
    const start = offsets[slots[place]! - 1]!;
    if (offsets[slots[place]!]! - start !== length) continue;
    let at = 0;
    while (at < length && encoded[start + at] === text[at]) at += 1;
    if (at === length) break;
  }
  return place;
}

/** FNV-1a with a seed. The bits are mixed at the end, because only the low ones select a slot. */
function hash(bytes: Uint8Array, length: number, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < length; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function grown(bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
