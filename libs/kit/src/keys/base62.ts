export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base 62, most significant digit first, padded with zeros to `length` digits. */
export function toBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (rest > 0n) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text.padStart(length, '0');
}
