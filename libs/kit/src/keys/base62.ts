export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base 62, most significant digit first, padded with zeros to `length` digits. */
export function toBase62(value: bigint, length: number): string {
  let remaining = value;
  let text = '';
  while (remaining > 0n) {
    text = BASE62.charAt(Number(remaining % 62n)) + text;
    remaining /= 62n;
  }
  return text.padStart(length, '0');
}
