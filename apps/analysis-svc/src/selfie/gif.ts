import type { ImageStructure } from './image-structure.js';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const SCREEN_DESCRIPTOR_END = 13;

/** Size of a color table in bytes, from the packed field that declares it. */
const colorTableBytes = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/**
 * Walks the blocks of a GIF to its trailer and counts its images. The canvas is extended to the largest image, as decoders do.
 * `complete` is false where the file ends early or contains a block type that GIF89a does not define.
 * @returns undefined when the logical screen descriptor is incomplete.
 */
export function readGif(bytes: Buffer): ImageStructure | undefined {
  if (bytes.length < SCREEN_DESCRIPTOR_END) return undefined;
  const found = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames: 0 };
  let at = SCREEN_DESCRIPTOR_END + colorTableBytes(bytes[10] as number);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === TRAILER) return { ...found, complete: true };
    if (block === EXTENSION) {
      at = skipSubBlocks(bytes, at + 2);
    } else if (block === IMAGE && at + 10 <= bytes.length) {
      found.frames += 1;
      found.width = Math.max(found.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      found.height = Math.max(found.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      // The descriptor is followed by the local color table and one byte of LZW code size.
      at = skipSubBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9] as number));
    } else {
      break;
    }
  }
  return { ...found, complete: false };
}

/** Index after a chain of sub-blocks. Each starts with a length byte; length 0 ends the chain. */
function skipSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number);
  return at + 1;
}
