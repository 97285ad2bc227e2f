import type { SelfieType } from '@svc/domain';
import { readGif } from './gif.js';
import { readJpeg } from './jpeg.js';
import { readPng } from './png.js';
import { readWebp } from './webp.js';

/** What the container of a picture says about it, read without decoding a pixel. */
export interface ImageStructure {
  /** Canvas, pixels. */
  width: number;
  height: number;
  /** Pictures in the file; 1 for a still. */
  frames: number;
  /** False when the file ends before its container does. True says nothing about the pixels: those are decoded. */
  complete: boolean;
}

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

/** The type that the first bytes show, whatever anybody declares; undefined for everything but the four. */
export function imageType(bytes: Buffer): SelfieType | undefined {
  return (Object.keys(MAGIC) as SelfieType[]).find((type) => MAGIC[type](bytes));
}

/**
 * Walks the container of a picture of a known type: microseconds, no native code, so that a refusal costs next to
 * nothing and no decoder sees a refused file (docs/reliability.md R6.1, docs/performance.md P10).
 *
 * Our own walk and not the decoder's `metadata()`, because libvips accepts animated GIFs cut at any place, PNGs and
 * JPEGs without their last bytes, and counts no APNG frames; the tests compare the figures with the decoder's.
 * @returns undefined when the header cannot be read.
 */
export function readImageStructure(type: SelfieType, bytes: Buffer): ImageStructure | undefined {
  return READERS[type](bytes);
}
