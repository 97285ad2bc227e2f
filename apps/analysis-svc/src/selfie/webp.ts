import type { ImageStructure } from './image-structure.js';

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/**
 * Walks the chunks of a WebP: the first one gives the canvas, `ANMF` chunks are the frames of an animation.
 * `complete` compares the size in the RIFF header with the number of received bytes.
 * @returns undefined when the first chunk is not `VP8 `, `VP8L` or `VP8X`, or is incomplete.
 */
export function readWebp(bytes: Buffer): ImageStructure | undefined {
  const size = readCanvas(bytes);
  if (!size) return undefined;
  const end = bytes.readUInt32LE(4) + 8;
  let frames = 0;
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= Math.min(end, bytes.length)) {
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames += 1;
    const length = bytes.readUInt32LE(at + 4);
    // Chunks are padded to an even length.
    at += CHUNK_HEADER_BYTES + length + (length & 1);
  }
  return { ...size, frames: Math.max(frames, 1), complete: end <= bytes.length };
}

/** RFC 9649, sections 2.5 to 2.7: each chunk type encodes its size differently. */
function readCanvas(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES + 10) return undefined;
  const data = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES;
  switch (bytes.toString('latin1', RIFF_HEADER_BYTES, RIFF_HEADER_BYTES + 4)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(data + 4, 3), height: 1 + bytes.readUIntLE(data + 7, 3) };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(data + 1);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(data + 6) & 0x3fff, height: bytes.readUInt16LE(data + 8) & 0x3fff };
    default:
      return undefined;
  }
}
