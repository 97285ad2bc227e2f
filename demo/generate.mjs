import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beautyDrawings } from './generator/drawings-beauty.mjs';
import { fashionDrawings } from './generator/drawings-fashion.mjs';
import { optionPictures } from './generator/option-pictures.mjs';
import { productPicture } from './generator/picture-frame.mjs';
import { catalogRows, products, shadeAnchor, toCsv } from './generator/rows.mjs';
import { shopProducts } from './generator/shop-products.mjs';

export const DEMO_DIRECTORY = dirname(fileURLToPath(import.meta.url));

/** Color of a picture whose product has no shade, by line, so that a family of products looks like one. */
const LINE_COLORS = ['#8fb8ae', '#a9c1d9', '#d9b8a0', '#b7b2d4', '#c9cf9f', '#e0b4b8', '#9fc3c9', '#dccb9a'];
const lineColor = (line) =>
  LINE_COLORS[[...line].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % LINE_COLORS.length];

function drawPicture(product) {
  const draw = beautyDrawings[product.shape] ?? fashionDrawings[product.shape];
  const shades = new Map(
    product.variants.filter((variant) => variant.hex).map((variant) => [shadeAnchor(variant), variant.hex]),
  );
  const list = [...shades].map(([anchor, hex]) => ({ anchor, hex }));
  return productPicture(
    product.name,
    list.length > 0 ? list : [{ anchor: 's-only', hex: lineColor(product.line) }],
    draw(),
  );
}

/** Every generated file of the demo: path below `demo/` → content. The same input gives the same bytes. */
export function generateDemo() {
  const files = { 'catalog.csv': toCsv(catalogRows()), 'shop/products.json': shopProducts(), ...optionPictures() };
  for (const product of products) files[`images/products/${product.id.toLowerCase()}.svg`] = drawPicture(product);
  return files;
}

function writeDemo() {
  for (const folder of ['images/products', 'images/options']) {
    const directory = join(DEMO_DIRECTORY, folder);
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory)) if (name.endsWith('.svg')) rmSync(join(directory, name));
  }
  const files = Object.entries(generateDemo());
  for (const [path, content] of files) writeFileSync(join(DEMO_DIRECTORY, path), content);
  const kilobytes = Math.round(files.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0) / 1024);
  console.log(`${files.length} files, ${kilobytes} KiB, ${products.length} products, ${catalogRows().length} variants`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeDemo();
