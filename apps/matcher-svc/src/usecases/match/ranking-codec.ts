import { crc32 } from 'node:zlib';

/** Change it with the layout, so that bytes of older replicas are ignored. It is a native word, so it also detects another byte order. */
const FORMAT = 0x524b_0002;
/** Four words: format, checksum of all that follows and of the key, count, bytes of an ordinal. */
const HEAD_BYTES = 16;
const SUMMED_FROM = 8;

/**
 * Encodes a ranking: two or four bytes per ordinal, after a head that identifies the key and detects damage.
 * @param key - the key under which the bytes are stored.
 */
export function encodeRanking(key: string, ranking: Uint32Array): Uint8Array {
  const width = ranking.every((ordinal) => ordinal < 0x1_0000) ? 2 : 4;
  const bytes = new Uint8Array(HEAD_BYTES + ranking.length * width);
  const ordinals = width === 2 ? new Uint16Array(bytes.buffer, HEAD_BYTES) : new Uint32Array(bytes.buffer, HEAD_BYTES);
  ordinals.set(ranking);
  const head = new Uint32Array(bytes.buffer, 0, 4);
  head.set([FORMAT, 0, ranking.length, width]);
  head[1] = checksum(key, bytes);
  return bytes;
}

/**
 * @param variantCount - number of variants of the assortment: every ordinal must be below it.
 * @returns null unless the bytes are the complete ranking of this key.
 */
export function decodeRanking(key: string, stored: Uint8Array, variantCount: number): Uint32Array | null {
  if (stored.length < HEAD_BYTES) return null;
  const bytes = new Uint8Array(stored); // Words must be aligned to four bytes.
  const [format, sum, count, width] = new Uint32Array(bytes.buffer, 0, 4);
  if (format !== FORMAT || (width !== 2 && width !== 4) || bytes.length !== HEAD_BYTES + count! * width) return null;
  if (checksum(key, bytes) !== sum) return null;
  const ordinals = width === 2 ? Uint16Array : Uint32Array;
  const ranking = Uint32Array.from(new ordinals(bytes.buffer, HEAD_BYTES, count));
  return ranking.every((ordinal) => ordinal < variantCount) ? ranking : null;
}

/** CRC-32 of the key, the count, the width and the ordinals. */
const checksum = (key: string, bytes: Uint8Array): number => crc32(bytes.subarray(SUMMED_FROM), crc32(key));
