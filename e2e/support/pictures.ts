import { crc32, deflateSync } from 'node:zlib';

/** Pictures for selfies, made here so that every size and fault is exact. None shows a person. */

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/**
 * A white PNG of one bit a pixel.
 * @param options.frames - announces an animation (APNG) of so many frames.
 * @param options.bytes - the file's exact size, filled up with a private chunk.
 */
export function png(width: number, height: number, options: { frames?: number; bytes?: number } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height, 0xff);
  for (let row = 0; row < height; row++) rows[row * (Math.ceil(width / 8) + 1)] = 0;
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(options.frames ?? 0);
  const start = [PNG_SIGNATURE, chunk('IHDR', header), ...(options.frames ? [chunk('acTL', animation)] : [])];
  const end = [chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())];
  const filling = options.bytes === undefined ? 0 : options.bytes - Buffer.concat([...start, ...end]).length;
  const filler = filling > 0 ? [chunk('prVt', new Uint8Array(filling - 12))] : [];
  return Buffer.concat([...start, ...filler, ...end]);
}

/** A GIF of one color. @param frames - pictures in the file; as large as the canvas, or `frameSide` pixels on each side. */
export function gif(width: number, height: number, frames = 1, frameSide?: number): Buffer {
  const canvas = Buffer.alloc(7);
  canvas.writeUInt16LE(width, 0);
  canvas.writeUInt16LE(height, 2);
  canvas[4] = 0x80;
  const colors = Buffer.from([255, 255, 255, 0, 0, 0]);
  const descriptor = Buffer.alloc(10);
  descriptor[0] = 0x2c;
  descriptor.writeUInt16LE(frameSide ?? width, 5);
  descriptor.writeUInt16LE(frameSide ?? height, 7);
  const pixels = subBlocks(uncompressedLzw(frameSide === undefined ? width * height : frameSide ** 2));
  const frame = Buffer.concat([descriptor, Buffer.from([2]), pixels]);
  const all = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from('GIF89a'), canvas, colors, ...all, Buffer.from([0x3b])]);
}

/** LZW codes of three bits: "clear" often enough that the code size never grows, and color 0 for every pixel. */
function uncompressedLzw(pixels: number): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  const write = (code: number) => {
    bits |= code << count;
    count += 3;
    while (count >= 8) {
      bytes.push(bits & 0xff);
      bits >>= 8;
      count -= 8;
    }
  };
  for (let pixel = 0; pixel < pixels; pixel++) {
    if (pixel % 2 === 0) write(4);
    write(0);
  }
  write(5);
  if (count > 0) bytes.push(bits & 0xff);
  return Buffer.from(bytes);
}

function subBlocks(data: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}

/** 64 × 64 pixels of one color. */
export const JPEG = Buffer.from(
  [
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBD',
    'ARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCABAAEAD',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA',
    'AAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCwCVaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//Z',
  ].join(''),
  'base64',
);
/** 64 × 64 pixels of one color. */
export const WEBP = Buffer.from(
  [
    'UklGRkwAAABXRUJQVlA4IEAAAACwAwCdASpAAEAAPzmcyV2vKyikoggB4CcJaQDRgAWa6wAV4hkvIAD+h9ekOFkHgy22edhp/777',
    '1EL+0NMqAAAA',
  ].join(''),
  'base64',
);

/** @param type - what the data URL declares, whatever the bytes are. */
export const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
