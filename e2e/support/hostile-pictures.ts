import { crc32, deflateSync } from 'node:zlib';
import { dataUrl, gif, JPEG, png, WEBP } from './pictures.js';

/** Pictures that broke decoders or browsers somewhere, each with what has to become of it. None shows a person. */
export interface HostilePicture {
  name: string;
  /** The body's `selfie`. */
  selfie: string;
  /** True: stored, and ignored by the analysis; false: 400 INVALID_SELFIE. */
  accepted: boolean;
}

const MIB = 1024 * 1024;

export function hostilePictures(): HostilePicture[] {
  const bomb = png(16_000, 16_000);
  const still = png(300, 300);
  const jpegUrl = dataUrl('jpeg', flatJpeg(2_000, 1_500));
  const accepted = (name: string, type: string, bytes: Uint8Array) => ({
    name,
    selfie: dataUrl(type, bytes),
    accepted: true,
  });
  const refused = (name: string, type: string, bytes: Uint8Array) => ({
    name,
    selfie: dataUrl(type, bytes),
    accepted: false,
  });
  const text = (name: string, selfie: string) => ({ name, selfie, accepted: false });
  return [
    refused('16,000 × 16,000 pixels in a PNG of some kilobytes', 'png', bomb),
    refused('the same, announced as 64 × 64 in a second header', 'png', withSecondHeader(bomb)),
    refused('65,535 × 65,535 pixels announced by a JPEG', 'jpeg', withJpegSize(JPEG, 65_535, 65_535)),
    refused('2 GiB × 2 GiB pixels announced by a PNG', 'png', withPngSize(still, 0x7fff_ffff, 0x7fff_ffff)),
    accepted(
      '24 megapixels lying on their side (EXIF orientation 6) in a JPEG',
      'jpeg',
      rotated(flatJpeg(6_000, 4_000)),
    ),
    accepted('24 megapixels lying on their side in a PNG', 'png', rotatedPng(6_000, 4_000)),
    accepted('65,500 pixels high and 64 wide', 'jpeg', flatJpeg(64, 65_500)),
    refused('1,000 frames of 160 × 160 in a GIF', 'gif', gif(160, 160, 1_000, 8)),
    accepted('1,000 frames of 64 × 64 in a GIF', 'gif', gif(64, 64, 1_000, 8)),
    refused('1,000 frames of 200 × 200 announced by an APNG', 'png', png(200, 200, { frames: 1_000 })),
    refused('a JPEG cut in the middle', 'jpeg', flatJpeg(2_000, 1_500).subarray(0, 5_000)),
    refused('a PNG cut in the middle', 'png', still.subarray(0, still.length - 30)),
    refused('a PNG whose pixels end early, with a proper end', 'png', truncatedPixels()),
    refused('a PNG whose checksums are wrong', 'png', flipped(still, 45)),
    refused('0 × 0 pixels', 'png', withPngSize(still, 0, 0)),
    refused('300 × 0 pixels', 'jpeg', withJpegSize(JPEG, 300, 0)),
    refused('no bytes behind the signature', 'png', still.subarray(0, 8)),
    refused('a JPEG whose header claims twice the height', 'jpeg', withJpegSize(flatJpeg(400, 300), 400, 600)),
    refused('a JPEG whose header claims half the height', 'jpeg', withJpegSize(flatJpeg(400, 300), 400, 150)),
    refused('a JPEG whose header claims half the width', 'jpeg', withJpegSize(flatJpeg(400, 300), 200, 300)),
    accepted('CMYK JPEG', 'jpeg', flatJpeg(400, 300, 4)),
    accepted('gray JPEG', 'jpeg', flatJpeg(400, 300, 1)),
    accepted('16-bit PNG', 'png', rawPng(400, 300, { depth: 16, colorType: 2 })),
    accepted('16-bit PNG with transparency', 'png', rawPng(400, 300, { depth: 16, colorType: 6 })),
    accepted('gray PNG with transparency', 'png', rawPng(400, 300, { depth: 8, colorType: 4 })),
    refused('SVG named PNG', 'png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')),
    refused(
      'SVG with an entity bomb named JPEG',
      'jpeg',
      Buffer.from('<!DOCTYPE s [<!ENTITY a "aaaa">]><svg>&a;</svg>'),
    ),
    refused('PDF named PNG', 'png', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')),
    refused('TIFF named PNG', 'png', Buffer.from('49492a0008000000000000000000', 'hex')),
    refused('BMP named JPEG', 'jpeg', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])),
    refused('a script that begins like a GIF', 'gif', Buffer.from(`${'GIF89a/*'.padEnd(200, ' ')}*/=1;alert(1)`)),
    accepted('a JPEG with a web page in its comment', 'jpeg', withComment(JPEG, '<script>alert(1)</script>')),
    accepted(
      'a PNG with a ZIP archive behind it',
      'png',
      Buffer.concat([still, Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
    ),
    accepted('a JPEG with a PDF behind it', 'jpeg', Buffer.concat([JPEG, Buffer.from('%PDF-1.7\n%%EOF')])),
    refused('a PDF with a JPEG behind it', 'jpeg', Buffer.concat([Buffer.from('%PDF-1.7\n'), JPEG])),
    accepted('exactly 2 MiB', 'png', png(64, 64, { bytes: 2 * MIB })),
    refused('one byte more than 2 MiB', 'png', png(64, 64, { bytes: 2 * MIB + 1 })),
    refused('4,096 segments of 16 bytes and no picture in a JPEG', 'jpeg', segmentsOnly()),
    text('broken base64', `${jpegUrl.slice(0, -7)}*${jpegUrl.slice(-6)}`),
    text('base64 with white space', jpegUrl.replace(/(.{76})/g, '$1\n')),
    text(
      'URL-safe base64',
      dataUrl('jpeg', JPEG).replaceAll('+', '-').replaceAll('/', '_').replace('image_', 'image/'),
    ),
    text('base64 without its padding', dataUrl('webp', WEBP.subarray(0, 82)).replace(/=+$/, '')),
  ];
}

/** A PNG of one color, written byte by byte. */
function rawPng(
  width: number,
  height: number,
  { depth, colorType, before = [] }: { depth: 8 | 16; colorType: 2 | 4 | 6; before?: Buffer[] },
): Buffer {
  const channels = { 2: 3, 4: 2, 6: 4 }[colorType];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colorType;
  const row = Buffer.alloc(1 + (width * channels * depth) / 8, 0x80);
  row[0] = 0;
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** TIFF block of an EXIF segment that says: turn by 90 degrees. */
const ORIENTATION_6 = Buffer.from('49492a00080000000100120103000100000006000000' + '00000000', 'hex');

const rotatedPng = (width: number, height: number): Buffer =>
  rawPng(width, height, { depth: 8, colorType: 2, before: [chunk('eXIf', ORIENTATION_6)] });

/** A JPEG with this segment behind its start. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}
const rotated = (jpeg: Buffer): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), ORIENTATION_6]));
const withComment = (jpeg: Buffer, comment: string): Buffer => withSegment(jpeg, 0xfe, Buffer.from(comment));

/**
 * A JPEG of one color: each block is two bits, "no difference" and "end of block".
 * @param channels - 1 gray, 3 color, 4 CMYK.
 */
function flatJpeg(width: number, height: number, channels: 1 | 3 | 4 = 3): Buffer {
  const segment = (marker: number, data: number[]) => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 255,
    ...data,
  ];
  const oneCode = [1, ...Array<number>(15).fill(0), 0];
  const ids = Array.from({ length: channels }, (_, index) => index + 1);
  const head = [
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(0xc0, [
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      channels,
      ...ids.flatMap((id) => [id, 0x11, 0]),
    ]),
    ...segment(0xc4, [0x00, ...oneCode]),
    ...segment(0xc4, [0x10, ...oneCode]),
    ...segment(0xda, [channels, ...ids.flatMap((id) => [id, 0]), 0, 63, 0]),
  ];
  const bits = Math.ceil(width / 8) * Math.ceil(height / 8) * channels * 2;
  const pixels = Buffer.alloc(Math.ceil(bits / 8));
  // Padding is ones; FF would need stuffing, but a whole byte of padding never occurs.
  if (bits % 8 > 0) pixels[pixels.length - 1] = 0xff >> (bits % 8);
  return Buffer.concat([Buffer.from(head), pixels, Buffer.from([0xff, 0xd9])]);
}

function withPngSize(bytes: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(bytes.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([bytes.subarray(0, 8), chunk('IHDR', header), bytes.subarray(33)]);
}

/** Changes the size in the frame header, wherever that stands. */
function withJpegSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0])) + 5;
  changed.writeUInt16BE(height, at);
  changed.writeUInt16BE(width, at + 2);
  return changed;
}

/** A reader that takes the last header would accept a small one there; decoders use the first header. */
const withSecondHeader = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, 33), withPngSize(png(64, 64), 64, 64).subarray(8, 33), bytes.subarray(33)]);

function truncatedPixels(): Buffer {
  const whole = rawPng(400, 300, { depth: 8, colorType: 2 });
  const start = whole.subarray(0, 33);
  return Buffer.concat([start, chunk('IDAT', deflateSync(Buffer.alloc(2_000))), chunk('IEND', Buffer.alloc(0))]);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

function segmentsOnly(): Buffer {
  const one = Buffer.concat([Buffer.from([0xff, 0xe5, 0, 16]), Buffer.alloc(14)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array.from({ length: 4_096 }, () => one),
    Buffer.from([0xff, 0xd9]),
  ]);
}
