import { bundles } from './bundles.mjs';
import { cheeksAndLips } from './cheeks-lips.mjs';
import { coatsAndAccessories } from './coats-and-accessories.mjs';
import { colorTypeTags, complexionTags, contourTags, familyTag, garmentColorTags } from './color-rules.mjs';
import { complexion } from './complexion.mjs';
import { dressesAndTrousers } from './dresses-and-trousers.mjs';
import { eyesAndNails } from './eyes-nails.mjs';
import { fragranceAndTools } from './fragrance-and-tools.mjs';
import { knitsAndTops } from './knits-and-tops.mjs';
import { toAnchor } from './picture-frame.mjs';
import { toChance } from './random.mjs';
import { slug } from './shades.mjs';
import { cleanseAndTreat } from './skincare-cleanse-and-treat.mjs';
import { protectAndPamper } from './skincare-protect-and-pamper.mjs';

/** The launcher replaces exactly this text by the origin it serves. */
export const DEMO_BASE_URL = 'http://localhost:8080';
/** And this one by the origin of the demo shop. */
const SHOP = 'http://demo-shop.localhost:8080';

/** All products in catalog order, which is also the order in which equally good matches are listed. */
export const products = [
  ...complexion,
  ...cheeksAndLips,
  ...eyesAndNails,
  ...cleanseAndTreat,
  ...protectAndPamper,
  ...fragranceAndTools,
  ...knitsAndTops,
  ...dressesAndTrousers,
  ...coatsAndAccessories,
  ...bundles,
];

const COLUMNS = [
  'id',
  'parentId',
  'name',
  'url',
  'price',
  'compareAtPrice',
  'currency',
  'availability',
  'vendor',
  'line',
  'packageSize',
  'unitPriceMeasurement',
  'coverImage',
  'shortDescription',
  'color',
  'tags',
];

const COLOR_RULES = {
  complexion: (hex) => complexionTags(hex),
  complexionAny: (hex) => complexionTags(hex, { anyUndertone: true }),
  contour: contourTags,
  color: colorTypeTags,
  garment: garmentColorTags,
};

const priceTag = (price) => `price:${price < 80 ? 'under_80' : price <= 150 ? '80_to_150' : 'over_150'}`;

function getTags(product, variant, price) {
  const world = product.world ?? (product.area === 'fashion' ? 'fashion' : 'beauty');
  const byColor = variant.hex && product.rule ? COLOR_RULES[product.rule](variant.hex) : [];
  const family = variant.hex && product.family ? [familyTag(variant.hex)] : [];
  const own = [...product.tags, ...(variant.tags ?? [])];
  const audience = own.includes('audience:adult') ? [] : ['audience:all_ages'];
  const tier = product.area === 'fashion' ? [priceTag(price)] : [];
  return [
    ...new Set([
      `world:${world}`,
      `area:${product.area}`,
      `category:${product.category}`,
      ...own,
      ...audience,
      ...family,
      ...tier,
      ...byColor,
    ]),
  ];
}

/** Price per 100 ml or 100 g, as shops must show it; pieces have none. */
function unitPrice(price, size) {
  if (!size || (size[1] !== 'ml' && size[1] !== 'g')) return '';
  return `${((price / size[0]) * 100).toFixed(2)} EUR / 100 ${size[1]}`;
}

/** The shade a picture shows; garments of one color share it over their sizes. */
export const shadeAnchor = (variant) => toAnchor(variant.shade ? slug(variant.shade) : variant.code);

/** How the shop's addresses name a product. */
export const toSlug = (product) => slug(product.name).toLowerCase();

function toRow(product, variant, inStock) {
  const single = product.variants.length === 1;
  const id = single ? product.id : `${product.id}-${variant.code}`;
  const price = variant.price ?? product.price;
  const size = variant.size ?? product.size;
  const page = `${SHOP}/p/${toSlug(product)}`;
  const anchor = variant.hex ? `#${shadeAnchor(variant)}` : '';
  return {
    id,
    parentId: single ? '' : product.id,
    name: single ? product.name : `${product.name} – ${variant.name}`,
    url: single ? page : `${page}?variant=${id}`,
    price: price.toFixed(2),
    compareAtPrice: product.was ? product.was.toFixed(2) : '',
    currency: 'EUR',
    availability: inStock ? 'in_stock' : 'out_of_stock',
    vendor: product.vendor,
    line: product.line,
    packageSize: variant.packageSize ?? (size ? `${size[0]} ${size[1]}` : ''),
    unitPriceMeasurement: unitPrice(price, size),
    coverImage: `${DEMO_BASE_URL}/demo/images/products/${product.id.toLowerCase()}.svg${anchor}`,
    shortDescription: product.text,
    color: variant.hex ?? '',
    tags: getTags(product, variant, price).join('|'),
  };
}

/** About one variant in 25 of a product with a choice is out of stock; what a fixed bundle holds never is. */
const OUT_OF_STOCK = 0.04;
const SEED = 20261121;
const inBundles = new Set(bundles.flatMap((bundle) => bundle.holds ?? []));

export function catalogRows() {
  return products.flatMap((product) =>
    product.variants.map((variant) => {
      const row = toRow(product, variant, true);
      const soldOut = toChance(SEED, row.id) < OUT_OF_STOCK && product.variants.length > 2 && !inBundles.has(row.id);
      return soldOut ? { ...row, availability: 'out_of_stock' } : row;
    }),
  );
}

const quoted = (field) => (/[";\n]/.test(field) ? `"${field.replace(/"/g, '""')}"` : field);

export const toCsv = (rows) =>
  `${[COLUMNS, ...rows.map((row) => COLUMNS.map((column) => quoted(row[column])))].map((fields) => fields.join(';')).join('\n')}\n`;
