import type { ImageStructure } from './image-structure.js';
import { jpegSegments, MARKERS } from './jpeg-segments.js';

/** Start-of-frame markers; C4, C8 and CC of the same range are tables. ITU-T T.81, table B.1. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Walks a JPEG's segments to its end-of-image marker.
 * @returns undefined when there is no frame header.
 */
export function readJpeg(bytes: Buffer): ImageStructure | undefined {
  let size: { width: number; height: number } | undefined;
  for (const { marker, start } of jpegSegments(bytes)) {
    if (isFrameHeader(marker)) size ??= readFrameHeader(bytes, start);
    if (marker === MARKERS.eoi) return size && { ...size, frames: 1, complete: true };
  }
  return size && { ...size, frames: 1, complete: false };
}

/** @param at - after the segment's length: precision (1 byte), height (2), width (2). */
function readFrameHeader(bytes: Buffer, at: number): { width: number; height: number } | undefined {
  if (at + 5 > bytes.length) return undefined;
  return { width: bytes.readUInt16BE(at + 3), height: bytes.readUInt16BE(at + 1) };
}
