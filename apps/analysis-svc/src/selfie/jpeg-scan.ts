import { type SkipTable, skipTable } from './jpeg-huffman.js';
import { jpegSegments, MARKERS } from './jpeg-segments.js';

/** What the first scan of a JPEG is made of: minimum coded units (MCUs), each of some blocks. ITU-T T.81, A.2. */
export interface JpegScan {
  /** MCUs in a row and in a column, as the frame header claims them. */
  columns: number;
  rows: number;
  /** The tables of each block of one MCU. `ac` is undefined in a scan of DC coefficients only. */
  blocks: { dc: SkipTable; ac: SkipTable | undefined }[];
  /** MCUs between two restart markers; 0: there are none. */
  restartInterval: number;
  /** Where its pixel data begin. */
  start: number;
}

interface Frame {
  width: number;
  height: number;
  components: Map<number, { horizontal: number; vertical: number }>;
}

/** Sequential and progressive frames with Huffman codes: SOF0, SOF1, SOF2. */
const isHuffmanFrame = (marker: number): boolean => marker >= MARKERS.sof0 && marker <= MARKERS.sof0 + 2;

/**
 * Reads everything up to the pixel data of the first scan.
 * @returns undefined when they are not Huffman codes of whole blocks or of their DC coefficients, or the headers contradict
 * each other: a decoder then has to decide what the picture is.
 */
export function readFirstScan(bytes: Buffer): JpegScan | undefined {
  const tables = new Map<number, SkipTable>();
  let frame: Frame | undefined;
  let restartInterval = 0;
  for (const { marker, start, end } of jpegSegments(bytes)) {
    const content = bytes.subarray(start, end);
    if (isHuffmanFrame(marker)) frame ??= readFrame(content);
    else if (marker === MARKERS.dht) readTables(content, tables);
    else if (marker === MARKERS.dri && content.length >= 2) restartInterval = content.readUInt16BE(0);
    else if (marker === MARKERS.sos) {
      const layout = frame && readScan(content, frame, tables);
      return layout && { ...layout, restartInterval, start: end };
    }
  }
  return undefined;
}

function readFrame(content: Buffer): Frame | undefined {
  const count = content[5] ?? 0;
  if (content.length < 6 + 3 * count) return undefined;
  const components = new Map<number, { horizontal: number; vertical: number }>();
  for (let at = 6; at < 6 + 3 * count; at += 3) {
    const sampling = content.readUInt8(at + 1);
    components.set(content.readUInt8(at), { horizontal: sampling >> 4, vertical: sampling & 15 });
  }
  return { width: content.readUInt16BE(3), height: content.readUInt16BE(1), components };
}

/** Keys: class (0 DC, 1 AC) in the upper half, number in the lower half, as in the segment. */
function readTables(content: Buffer, tables: Map<number, SkipTable>): void {
  for (let at = 0; at + 17 <= content.length; ) {
    const counts = content.subarray(at + 1, at + 17);
    const end = at + 17 + counts.reduce((sum, count) => sum + count, 0);
    tables.set(content.readUInt8(at), skipTable(counts, content.subarray(at + 17, end)));
    at = end;
  }
}

type Layout = Pick<JpegScan, 'columns' | 'rows' | 'blocks'>;

function readScan(content: Buffer, frame: Frame, tables: Map<number, SkipTable>): Layout | undefined {
  const count = content[0] ?? 0;
  if (count === 0 || content.length < 4 + 2 * count) return undefined;
  const [first, last, approximation] = content.subarray(1 + 2 * count) as unknown as [number, number, number];
  const isWhole = last === 63;
  if (first !== 0 || approximation >> 4 !== 0 || !(isWhole || last === 0)) return undefined;

  const samplings = [...frame.components.values()];
  const most = {
    horizontal: Math.max(...samplings.map(({ horizontal }) => horizontal)),
    vertical: Math.max(...samplings.map(({ vertical }) => vertical)),
  };
  const blocks: JpegScan['blocks'] = [];
  // A scan of one component has one block in each MCU, whatever the sampling.
  let unit = most;
  for (let at = 1; at < 1 + 2 * count; at += 2) {
    const sampling = frame.components.get(content.readUInt8(at));
    const numbers = content.readUInt8(at + 1);
    const dc = tables.get(numbers >> 4);
    const ac = isWhole ? tables.get(0x10 | (numbers & 15)) : undefined;
    if (!sampling?.horizontal || !sampling.vertical || !dc || (isWhole && !ac)) return undefined;
    if (count === 1)
      unit = { horizontal: most.horizontal / sampling.horizontal, vertical: most.vertical / sampling.vertical };
    const perUnit = count === 1 ? 1 : sampling.horizontal * sampling.vertical;
    for (let block = 0; block < perUnit; block++) blocks.push({ dc, ac });
  }
  return {
    columns: Math.ceil(frame.width / (8 * unit.horizontal)),
    rows: Math.ceil(frame.height / (8 * unit.vertical)),
    blocks,
  };
}
