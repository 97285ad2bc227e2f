import type { ImageStructure } from './image-structure.js';

const SIGNATURE_BYTES = 8;
/** Bytes of length, type and checksum around a chunk's data. */
const CHUNK_OVERHEAD_BYTES = 12;

/**
 * Walks the chunks of a PNG to its IEND. The number of frames is the one that an `acTL` chunk declares (APNG): decoders
 * without APNG support show one of them, browsers all.
 * @returns undefined when the first chunk is not a complete IHDR.
 */
export function readPng(bytes: Buffer): ImageStructure | undefined {
  const header = SIGNATURE_BYTES + 8;
  if (bytes.length < header + 8 || bytes.toString('latin1', SIGNATURE_BYTES + 4, header) !== 'IHDR') return undefined;
  const found = { width: bytes.readUInt32BE(header), height: bytes.readUInt32BE(header + 4), frames: 1 };
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_OVERHEAD_BYTES <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return { ...found, complete: true };
    if (type === 'acTL') found.frames = Math.max(found.frames, bytes.readUInt32BE(at + 8));
    at += CHUNK_OVERHEAD_BYTES + bytes.readUInt32BE(at);
  }
  return { ...found, complete: false };
}
