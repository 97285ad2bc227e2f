import { lchToHex } from './color.mjs';

/** `SHELL-PINK` for `Shell Pink`: the part of a shop id that says which shade it is. */
export const slug = (name) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toUpperCase();

/** Shades written as `Name L C h, Name L C h`: CIE L*, C* and hue in degrees. */
export function shades(list, tags = []) {
  return list.split(', ').map((entry) => {
    const [, name, ...lch] = /^(.+) ([\d.]+) ([\d.]+) ([\d.]+)$/.exec(entry);
    return { code: slug(name), name, hex: lchToHex(lch.map(Number)), tags };
  });
}

/** Sizes of one product that differ in content and price: `30 ml 29.9, 50 ml 41.9`. */
export function sizes(list) {
  return list.split(', ').map((entry) => {
    const [, amount, unit, price] = /^([\d.]+) (\w+) ([\d.]+)$/.exec(entry);
    return {
      code: `${amount.replace('.', '')}${unit.toUpperCase()}`,
      name: `${amount} ${unit}`,
      hex: null,
      size: [Number(amount), unit],
      price: Number(price),
    };
  });
}
