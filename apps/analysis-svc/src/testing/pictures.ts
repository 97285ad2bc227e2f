import sharp, { type Sharp } from 'sharp';

/** Noise, which compresses badly, so that truncating the file removes pixel data. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

export const jpeg = (width = 200, height = 150): Promise<Buffer> => noise(width, height).jpeg().toBuffer();
export const png = (width = 200, height = 150): Promise<Buffer> => noise(width, height).png().toBuffer();
export const gif = (width = 200, height = 150): Promise<Buffer> => noise(width, height).gif().toBuffer();
export const webp = (width = 200, height = 150): Promise<Buffer> => noise(width, height).webp().toBuffer();

/** An animation of at least two frames of changing color. */
export function animated(type: 'gif' | 'webp', count: number, width = 100, height = 80): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * count * 3);
  for (let frame = 0; frame < count; frame += 1) {
    pixels.fill(frame % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  }
  const raw = { width, height: height * count, channels: 3, pageHeight: height } as const;
  const frames = sharp(pixels, { raw });
  return type === 'gif'
    ? frames.gif({ keepDuplicateFrames: true }).toBuffer()
    : frames.webp({ lossless: true }).toBuffer();
}

/** One valid picture of each kind that cameras and programs write, with its declared type. */
export async function ordinaryPictures(): Promise<Record<string, { type: string; bytes: Buffer }>> {
  const rgba = sharp({ create: { width: 90, height: 70, channels: 4, background: { r: 9, g: 8, b: 7, alpha: 0.5 } } });
  return {
    'a JPEG': { type: 'jpeg', bytes: await jpeg() },
    'a progressive JPEG': { type: 'jpeg', bytes: await noise(200, 150).jpeg({ progressive: true }).toBuffer() },
    'a gray JPEG': { type: 'jpeg', bytes: await noise(200, 150).greyscale().jpeg().toBuffer() },
    'a CMYK JPEG': { type: 'jpeg', bytes: await noise(200, 150).toColourspace('cmyk').jpeg().toBuffer() },
    'a JPEG with EXIF and ICC': {
      type: 'jpeg',
      bytes: await noise(200, 150)
        .withExif({ IFD0: { Copyright: 'x' } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer(),
    },
    'a PNG': { type: 'png', bytes: await png() },
    'an interlaced PNG': { type: 'png', bytes: await noise(200, 150).png({ progressive: true }).toBuffer() },
    'a 16-bit PNG': { type: 'png', bytes: await noise(200, 150).toColourspace('rgb16').png().toBuffer() },
    'a palette PNG': { type: 'png', bytes: await noise(200, 150).png({ palette: true }).toBuffer() },
    'a PNG with transparency': { type: 'png', bytes: await rgba.clone().png().toBuffer() },
    'a GIF': { type: 'gif', bytes: await gif() },
    'an animated GIF': { type: 'gif', bytes: await animated('gif', 5) },
    'a WebP': { type: 'webp', bytes: await webp() },
    'a lossless WebP': { type: 'webp', bytes: await noise(200, 150).webp({ lossless: true }).toBuffer() },
    'a WebP with transparency': { type: 'webp', bytes: await rgba.clone().webp().toBuffer() },
    'an animated WebP': { type: 'webp', bytes: await animated('webp', 5) },
    'the smallest picture': { type: 'png', bytes: await png(64, 64) },
  };
}

/** A PNG chunk: length, type, data, checksum (zero, because no test reads it). */
export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  return chunk;
}

/** Lengths to truncate a file to: each of the last 40, and 60 over the whole file. */
export function cuts(length: number): number[] {
  const last = Array.from({ length: 40 }, (_, index) => length - 1 - index);
  const spread = Array.from({ length: 60 }, (_, index) => Math.floor((length * index) / 60));
  return [...last, ...spread].filter((cut) => cut >= 0);
}
