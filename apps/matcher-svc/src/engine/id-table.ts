/** The shop-system ids of an assortment: text to ordinal, and ordinal to bytes of a response body. */
export interface IdTable {
  /** By ordinal. */
  ids: string[];
  /** Exact case. Spec, "GET matches", variantId. */
  ordinalOf: ReadonlyMap<string, number>;
  /** The ids as JSON strings, each followed by a comma, one after the other; three spare bytes at the end. */
  encoded: Uint8Array;
  /** Ordinal `v` has the bytes `offsets[v]` to `offsets[v + 1]` of `encoded`, comma included. */
  offsets: Uint32Array;
  bytes: number;
}

/** Spare bytes behind `encoded` and behind a body, so that ids can be copied in steps of four bytes. */
export const COPY_SLACK = 3;

/** @param ids - without repetitions, in ordinal order. */
export function compileIds(ids: string[]): IdTable {
  const encoder = new TextEncoder();
  const texts = ids.map((id) => encoder.encode(`${JSON.stringify(id)},`));
  const offsets = new Uint32Array(ids.length + 1);
  for (const [index, text] of texts.entries()) offsets[index + 1] = offsets[index]! + text.length;
  const encoded = new Uint8Array(offsets[ids.length]! + COPY_SLACK);
  for (const [index, text] of texts.entries()) encoded.set(text, offsets[index]!);
  const ordinalOf = new Map(ids.map((id, ordinal) => [id, ordinal]));
  // Map entry: key, value, chain, and buckets at half load; string: header and one byte a character, rounded up.
  const bytes = encoded.length + offsets.byteLength + ids.length * (8 + 40 + 24) + offsets[ids.length]!;
  return { ids, ordinalOf, encoded, offsets, bytes };
}
