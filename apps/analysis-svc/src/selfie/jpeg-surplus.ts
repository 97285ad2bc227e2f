import { skipCode } from './jpeg-huffman.js';
import { type JpegScan, readFirstScan } from './jpeg-scan.js';

/** Cameras leave a few stray bytes behind the pixel data; so few prove nothing. */
const STRAY_BITS = 16 * 8;

/**
 * Whether the pixel data of a JPEG continue behind the picture that its frame header claims, by at least one row or column of
 * MCUs. Decoders read what is claimed and skip the others silently. Only the first scan is read, and of it only the lengths of
 * codes: the later scans of a progressive picture have the same size. docs/adr/0041-jpeg-pixel-data-is-counted.md.
 */
export function hasSurplusPixels(bytes: Buffer): boolean {
  const scan = readFirstScan(bytes);
  if (!scan) return false;
  const { columns, rows, restartInterval } = scan;
  const intervals = readIntervals(bytes, scan);
  const last = intervals.at(-1) as Interval;
  // What stands before the last restart marker is whole intervals.
  const claimed = columns * rows - restartInterval * (intervals.length - 1);
  const surplus = Math.min(columns, rows);
  if (claimed + surplus <= 0) return true;
  const data = withoutStuffing(bytes, last);
  const position = skipUnits(scan, data, 0, Math.max(0, claimed));
  if (position === undefined || data.bits - position <= STRAY_BITS) return false;
  return skipUnits(scan, data, position, Math.min(surplus, claimed + surplus)) !== undefined;
}

interface Interval {
  start: number;
  end: number;
}

/** The pixel data of a scan, cut at its restart markers. */
function readIntervals(bytes: Buffer, scan: JpegScan): Interval[] {
  const intervals: Interval[] = [];
  let { start } = scan;
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    // FF 00 stands for a byte FF; FF FF is a fill byte before a marker.
    if (marker !== 0x00 && marker !== 0xff) {
      intervals.push({ start, end: at });
      const isRestart = scan.restartInterval > 0 && marker >= 0xd0 && marker <= 0xd7;
      if (!isRestart) return intervals;
      start = at + 2;
    }
    at = bytes.indexOf(0xff, at + (marker === 0xff ? 1 : 2));
  }
  return [...intervals, { start, end: bytes.length }];
}

interface PixelData {
  view: DataView;
  bits: number;
}

/** A copy without fill bytes and the 00 behind each FF; after it zeros, so that 4 bytes can be read anywhere. */
function withoutStuffing(bytes: Buffer, { start, end }: Interval): PixelData {
  const copy = Buffer.alloc(end - start + 8);
  let length = 0;
  for (let from = start; from < end; ) {
    const found = bytes.indexOf(0xff, from);
    const to = found < 0 || found > end ? end : found;
    length += bytes.copy(copy, length, from, to);
    from = to + 1;
    if (to < end && bytes[from] === 0x00) {
      copy[length++] = 0xff;
      from += 1;
    }
  }
  return { view: new DataView(copy.buffer, copy.byteOffset, copy.length), bits: length * 8 };
}

/** @returns the bit behind so many MCUs; undefined when the data end before, or hold something that is no code. */
function skipUnits({ blocks }: JpegScan, { view, bits }: PixelData, from: number, count: number): number | undefined {
  let at = from;
  for (let unit = 0; unit < count; unit++) {
    for (const { dc, ac } of blocks) {
      const first = skipCode(dc, (view.getUint32(at >>> 3) << (at & 7)) >>> 16);
      at += first & 0xff;
      if (first === 0 || at > bits) return undefined;
      if (!ac) continue;
      for (let coefficient = 1; coefficient < 64; ) {
        const skip = skipCode(ac, (view.getUint32(at >>> 3) << (at & 7)) >>> 16);
        at += skip & 0xff;
        coefficient += skip >>> 8;
        if (skip === 0 || at > bits) return undefined;
      }
    }
  }
  return at;
}
