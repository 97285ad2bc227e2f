import type { SelfieType } from '@svc/domain';
import { readGif } from './gif.js';
import type { ImageStructure } from './image-structure.js';
import { readJpeg } from './jpeg.js';
import { readPng } from './png.js';
import { readWebp } from './webp.js';

const READERS: Record<SelfieType, (bytes: Buffer) => ImageStructure | undefined> = {
  jpeg: readJpeg,
  png: readPng,
  gif: readGif,
  webp: readWebp,
};

/** First bytes of the four accepted types. docs/reliability.md R6.1. */
const MAGIC: Record<SelfieType, (bytes: Buffer) => boolean> = {
  jpeg: (bytes) => bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xffd8ff,
  png: (bytes) => bytes.length >= 8 && bytes.readBigUInt64BE(0) === 0x89504e470d0a1a0an,
  gif: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** The type according to the first bytes, whatever type was declared; undefined for any but the four. */
export function imageType(bytes: Buffer): SelfieType | undefined {
  return (Object.keys(MAGIC) as SelfieType[]).find((type) => MAGIC[type](bytes));
}

/**
 * Walks the container of a picture of a known type. Takes microseconds and uses no native code, so that rejecting a file is
 * cheap and no decoder receives it (docs/reliability.md R6.1, docs/performance.md P10).
 *
 * Does not use the decoder's `metadata()`, because libvips accepts truncated animated GIFs, PNGs and JPEGs without their last
 * bytes, and does not count APNG frames. Tests compare the results with the decoder's.
 * @returns undefined when the header cannot be read.
 */
export function readImageStructure(type: SelfieType, bytes: Buffer): ImageStructure | undefined {
  return READERS[type](bytes);
}
