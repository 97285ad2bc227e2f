import type { ImageStructure } from './image-structure.js';

/** Start-of-frame markers; C4, C8 and CC of the same range are tables. ITU-T T.81, table B.1. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const END_OF_IMAGE = 0xd9;
/** Markers without a segment: TEM, RST0-7, SOI, and the FF 00 that stands for a byte FF in pixel data. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Walks a JPEG's segments to its end-of-image marker. Between segments it looks for the next marker, as decoders do:
 * there stand the pixel data of a scan, and sometimes a few stray bytes.
 * @returns undefined when there is no frame header.
 */
export function readJpeg(bytes: Buffer): ImageStructure | undefined {
  let size: { width: number; height: number } | undefined;
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    if (marker === END_OF_IMAGE) return size && { ...size, frames: 1, complete: true };
    // Any number of fill bytes FF may stand before a marker.
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at = bytes.indexOf(0xff, at + 2);
    else if (at + 4 > bytes.length) break;
    else {
      if (isFrameHeader(marker)) size ??= readFrameHeader(bytes, at + 4);
      at = bytes.indexOf(0xff, at + 2 + bytes.readUInt16BE(at + 2));
    }
  }
  return size && { ...size, frames: 1, complete: false };
}

/** @param at - behind the segment's length: precision (1 byte), height (2), width (2). */
function readFrameHeader(bytes: Buffer, at: number): { width: number; height: number } | undefined {
  if (at + 5 > bytes.length) return undefined;
  return { width: bytes.readUInt16BE(at + 3), height: bytes.readUInt16BE(at + 1) };
}
