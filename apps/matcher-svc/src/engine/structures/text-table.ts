/**
 * Texts by number and numbers by text, in typed arrays only: a table of 200,000 ids is a handful of objects, and it moves
 * to another thread without being copied. Made by `compileTexts`, never changed.
 */
export interface TextTable {
  /** The texts as JSON strings, each followed by a comma, one after the other; `COPY_SLACK` spare bytes at the end. */
  encoded: Uint8Array<ArrayBuffer>;
  /** Text `n` has the bytes `offsets[n]` to `offsets[n + 1]` of `encoded`, comma included. */
  offsets: Uint32Array<ArrayBuffer>;
  /**
   * Hash index with open addressing: a text's number + 1 stands at the first place from its hash on that was free. 0: free.
   * A power of two long, at most half full.
   */
  slots: Uint32Array<ArrayBuffer>;
  /** Start of the hashes. */
  seed: number;
}

/** Spare bytes behind `encoded` and behind a body, so that texts can be copied in steps of four bytes. */
export const COPY_SLACK = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const COMMA = ','.charCodeAt(0);

/**
 * @param texts - in the order of their numbers; of equal ones the last is found.
 * @param seed - where hashes begin: unknown to whoever writes the texts, so that they cannot all be given one hash.
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
    table.slots[placeOf(table, key, length)] = number + 1;
  }
  return table;
}

/** How many texts there are. */
export const countOf = ({ offsets }: TextTable): number => offsets.length - 1;

/** The text of a number. */
export const textAt = ({ encoded, offsets }: TextTable, number: number): string =>
  JSON.parse(decoder.decode(encoded.subarray(offsets[number]!, offsets[number + 1]! - 1)));

/** The number of a text, exact case; −1: there is none. */
export function numberOf(table: TextTable, text: string): number {
  const length = encodeKey(text);
  return table.slots[placeOf(table, key, length)]! - 1;
}

/** The text that is looked for, as `encoded` has it. Look-ups are synchronous, so no two meet. */
let key = new Uint8Array(1_024);

function encodeKey(text: string): number {
  const json = JSON.stringify(text);
  if (3 * json.length + 1 > key.length) key = grown(key, 3 * json.length + 1);
  const { written } = encoder.encodeInto(json, key);
  key[written] = COMMA;
  return written + 1;
}

/** The place of a text, or the free one where it would stand. */
function placeOf({ encoded, offsets, slots, seed }: TextTable, text: Uint8Array, length: number): number {
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

/** FNV-1a from a seed, its bits mixed at the end, since only the low ones choose a place. */
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
