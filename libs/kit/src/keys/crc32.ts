import * as zlib from 'node:zlib';

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 as in zlib and PNG (polynomial 0xEDB88320), for Node releases before 20.15 and 22.2, which lack `zlib.crc32`. */
export function crc32ByTable(data: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of data) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** CRC-32 of ASCII text, unsigned. */
export function crc32(text: string): number {
  const data = Buffer.from(text, 'latin1');
  return typeof zlib.crc32 === 'function' ? zlib.crc32(data) : crc32ByTable(data);
}
