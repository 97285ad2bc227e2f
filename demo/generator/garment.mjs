import { lchToHex } from './color.mjs';
import { slug } from './shades.mjs';

/** The dye house: every garment color of Linden Atelier as L*, C*, hue. */
const DYES = {
  Ivory: [94, 8, 92],
  Chalk: [95, 1, 90],
  Oat: [82, 14, 82],
  Camel: [64, 34, 72],
  Cognac: [46, 42, 58],
  Rust: [44, 52, 50],
  Terracotta: [56, 44, 48],
  Mustard: [68, 58, 84],
  Butter: [90, 34, 95],
  Peach: [80, 30, 58],
  Coral: [64, 54, 40],
  Scarlet: [46, 72, 38],
  Claret: [30, 42, 20],
  Blush: [80, 18, 15],
  Rose: [64, 32, 8],
  Fuchsia: [48, 64, 352],
  Plum: [30, 30, 330],
  Lilac: [74, 22, 310],
  Sky: [78, 18, 250],
  Denim: [46, 24, 266],
  Cobalt: [38, 54, 285],
  Navy: [22, 24, 280],
  Petrol: [36, 22, 215],
  Turquoise: [66, 36, 200],
  Sage: [68, 16, 135],
  Olive: [44, 28, 108],
  Forest: [30, 24, 155],
  Emerald: [46, 46, 158],
  Mocha: [38, 18, 56],
  Chocolate: [26, 16, 50],
  Dove: [74, 3, 250],
  Stone: [66, 9, 80],
  Graphite: [32, 3, 265],
  Black: [13, 1, 270],
};

/**
 * A garment in every color and size.
 * @param sizes - `XS-XL` style range, `37-41` for shoes, or `` for one size.
 */
export function garment(id, name, category, shape, price, colors, sizes, tags, text, more = {}) {
  const list = colors.split(' ');
  return {
    area: 'fashion',
    vendor: 'Linden Atelier',
    rule: 'garment',
    id,
    name,
    category,
    shape,
    price,
    text,
    line: more.line ?? 'Atelier',
    tags: tags.split(' '),
    was: more.was,
    variants: list.flatMap((color) =>
      SIZES[sizes].map((size) => ({
        code: size ? `${slug(color)}-${size}` : slug(color),
        name: size ? `${color}, ${size}` : color,
        shade: color,
        hex: lchToHex(DYES[color]),
        tags: size === '' ? [] : [Number.isNaN(Number(size)) ? `size:${size}` : `shoe_size:${size}`],
        packageSize: size,
      })),
    ),
  };
}

const SIZES = {
  '': [''],
  'XS-XL': ['XS', 'S', 'M', 'L', 'XL'],
  'S-L': ['S', 'M', 'L'],
  'S-XL': ['S', 'M', 'L', 'XL'],
  '37-41': ['37', '38', '39', '40', '41'],
};
