import { crc32 } from 'node:zlib';

/** Raise it when the layout changes: what older replicas stored is then ignored. Read as a native word, so it also tells the byte order. */
const FORMAT = 0x524b_0002;
/** Four words: format, checksum of all that follows and of the key, count, bytes of an ordinal. */
const HEAD_BYTES = 16;
const SUMMED_FROM = 8;

/**
 * A ranking as bytes: two or four bytes an ordinal, after a head that says whose they are and whether they are whole.
 * @param key - under which the bytes are stored.
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
 * @param variantCount - of the assortment: no ordinal may lie beyond.
 * @returns null for what is not the whole ranking of this key.
 */
export function decodeRanking(key: string, stored: Uint8Array, variantCount: number): Uint32Array | null {
  if (stored.length < HEAD_BYTES) return null;
  const bytes = new Uint8Array(stored); // Words must begin at multiples of four.
  const [format, sum, count, width] = new Uint32Array(bytes.buffer, 0, 4);
  if (format !== FORMAT || (width !== 2 && width !== 4) || bytes.length !== HEAD_BYTES + count! * width) return null;
  if (checksum(key, bytes) !== sum) return null;
  const ordinals = width === 2 ? Uint16Array : Uint32Array;
  const ranking = Uint32Array.from(new ordinals(bytes.buffer, HEAD_BYTES, count));
  return ranking.every((ordinal) => ordinal < variantCount) ? ranking : null;
}

/** CRC-32 of the key, the count, the width and the ordinals. */
const checksum = (key: string, bytes: Uint8Array): number => crc32(bytes.subarray(SUMMED_FROM), crc32(key));
