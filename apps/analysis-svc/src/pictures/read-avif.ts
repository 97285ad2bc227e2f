import type { ImageStructure } from '../selfie/image-structure.js';

/** A box of ISO/IEC 14496-12: its type and where its content lies. */
interface Box {
  type: string;
  start: number;
  end: number;
}

const HEADER_BYTES = 8;
/** A 64-bit size follows the type. */
const LARGE_HEADER_BYTES = 16;
/** Version and flags, with which the content of some boxes begins. */
const FULL_BOX_BYTES = 4;
const BRAND_BYTES = 4;
/** Files have about ten boxes on a level; damaged or hostile ones may pretend to have millions. */
const MAX_BOXES = 1_000;

/** Whether the first box names AVIF: as a still (`avif`) or as a sequence (`avis`). */
export const isAvif = (bytes: Buffer): boolean => readBrands(bytes).some((brand) => /^avi[fs]$/.test(brand));

/**
 * Reads the boxes of an AVIF file without decoding pixels. The canvas is the largest size that the file declares: that of a grid is larger
 * than those of its tiles. A sequence counts as two frames.
 * @returns undefined when no size is declared.
 */
export function readAvif(bytes: Buffer): ImageStructure | undefined {
  const file = { type: 'file', start: 0, end: bytes.length };
  const boxes = readBoxes(bytes, file);
  const meta = find(boxes, 'meta');
  const properties = meta && find(readBoxes(bytes, skip(meta, FULL_BOX_BYTES)), 'iprp');
  const container = properties && find(readBoxes(bytes, properties), 'ipco');
  if (!container) return undefined;
  const sizes = readBoxes(bytes, container)
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= FULL_BOX_BYTES + 8)
    .map(({ start }) => ({
      width: bytes.readUInt32BE(start + FULL_BOX_BYTES),
      height: bytes.readUInt32BE(start + FULL_BOX_BYTES + 4),
    }));
  if (sizes.length === 0) return undefined;
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
    frames: readBrands(bytes).includes('avis') ? 2 : 1,
    // What comes after the pixels is never decoded.
    complete: find(boxes, 'mdat') !== undefined,
  };
}

/** The major brand, and the compatible ones after the minor version. */
function readBrands(bytes: Buffer): string[] {
  const first = readBox(bytes, 0, bytes.length);
  if (first?.type !== 'ftyp') return [];
  const brands: string[] = [];
  for (let at = first.start; at + BRAND_BYTES <= Math.min(first.end, bytes.length); at += BRAND_BYTES) {
    if (at !== first.start + BRAND_BYTES) brands.push(bytes.toString('latin1', at, at + BRAND_BYTES));
    if (brands.length === MAX_BOXES) break;
  }
  return brands;
}

/** The boxes within another, as far as they end there. */
function readBoxes(bytes: Buffer, outer: Box): Box[] {
  const boxes: Box[] = [];
  let at = outer.start;
  while (boxes.length < MAX_BOXES) {
    const box = readBox(bytes, at, outer.end);
    if (!box || box.end > outer.end) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box at a place; undefined when its header does not fit. Its end may lie behind that of the file. */
function readBox(bytes: Buffer, at: number, end: number): Box | undefined {
  if (at + HEADER_BYTES > end) return undefined;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + HEADER_BYTES);
  // 0: to the end.
  if (size === 0) return { type, start: at + HEADER_BYTES, end };
  if (size === 1) {
    if (at + LARGE_HEADER_BYTES > end) return undefined;
    const large = Number(bytes.readBigUInt64BE(at + HEADER_BYTES));
    return large < LARGE_HEADER_BYTES ? undefined : { type, start: at + LARGE_HEADER_BYTES, end: at + large };
  }
  return size < HEADER_BYTES ? undefined : { type, start: at + HEADER_BYTES, end: at + size };
}

const find = (boxes: readonly Box[], type: string): Box | undefined => boxes.find((box) => box.type === type);

const skip = (box: Box, bytes: number): Box => ({ ...box, start: box.start + bytes });
