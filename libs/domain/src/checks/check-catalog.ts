import type { CatalogProduct, CatalogVariant } from '../blueprint/catalog.js';
import { MAX_BLUEPRINT_PRODUCTS, MAX_BLUEPRINT_VARIANTS, MAX_COPY_LENGTH } from '../limits.js';
import type { Tagging } from '../matching/matching-settings.js';
import { checkTags } from './check-tags.js';
import { checkCount, checkName, checkShopId, checkUnique, checkUrl } from './check-values.js';
import type { Path, Problems } from './problems.js';

/** A price: decimal point, no sign, no currency, no thousands separator. */
export const isPrice = (text: string): boolean => /^\d{1,12}(\.\d{1,6})?$/.test(text);
/** A shade as `#rrggbb`. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
/** Shape of an ISO 4217 code. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** Checks `catalog.products`; variant ids are unique over all products. */
export function checkCatalog(products: readonly CatalogProduct[], path: Path, problems: Problems): void {
  checkCount(products, MAX_BLUEPRINT_PRODUCTS, 'products in a file (larger catalogs come as a feed)', path, problems);
  const count = products.reduce((sum, product) => sum + product.variants.length, 0);
  checkCount(
    { length: count },
    MAX_BLUEPRINT_VARIANTS,
    'variants in a file (larger catalogs come as a feed)',
    path,
    problems,
  );
  checkUnique(products, (product) => product.shopSystemId, { path, field: 'shopSystemId', what: 'id' }, problems);

  const owner = new Map<string, string>();
  products.forEach((product, index) => {
    const at = [...path, index];
    checkProduct(product, at, problems);
    product.variants.forEach((variant, place) => {
      const here = [...at, 'variants', place];
      checkVariant(variant, here, problems);
      const before = owner.get(variant.shopSystemId);
      if (before === undefined) owner.set(variant.shopSystemId, `entry ${place} of product ${index}`);
      else problems.add([...here, 'shopSystemId'], `The id must be unique: ${before} has the same.`);
    });
  });
}

function checkProduct(product: CatalogProduct, at: Path, problems: Problems): void {
  checkShopId(product.shopSystemId, [...at, 'shopSystemId'], problems);
  checkName(product.name, [...at, 'name'], problems);
  checkUrl(product.url, [...at, 'url'], problems);
  checkUrl(product.imageUrl, [...at, 'imageUrl'], problems);
  for (const field of ['vendor', 'line'] as const) checkOptionalText(product[field], [...at, field], problems);
  checkTags(product.tags, [...at, 'tags'], problems);
}

function checkVariant(variant: CatalogVariant, at: Path, problems: Problems): void {
  checkShopId(variant.shopSystemId, [...at, 'shopSystemId'], problems);
  checkName(variant.name, [...at, 'name'], problems);
  checkUrl(variant.url, [...at, 'url'], problems);
  checkUrl(variant.imageUrl, [...at, 'imageUrl'], problems);
  for (const field of ['price', 'compareAtPrice'] as const) {
    const price = variant[field];
    if (price !== undefined && !isPrice(price))
      problems.add([...at, field], 'The price must be a decimal number without a currency, for example "19.90".');
  }
  if (variant.currency !== undefined && !isCurrency(variant.currency))
    problems.add([...at, 'currency'], 'The currency must be an ISO 4217 code in capitals, for example "EUR".');
  if (variant.color !== undefined && !isHexColor(variant.color))
    problems.add([...at, 'color'], 'The color must be #rrggbb, for example "#f1d6c1".');
  for (const field of ['shortDescription', 'packageSize', 'unitPriceMeasurement'] as const)
    checkOptionalText(variant[field], [...at, field], problems);
  checkTags(variant.tags, [...at, 'tags'], problems);
}

function checkOptionalText(text: string | undefined, path: Path, problems: Problems): void {
  if (text !== undefined && text.length > MAX_COPY_LENGTH)
    problems.add(path, `The text must have at most ${MAX_COPY_LENGTH} characters.`);
}

/** Checks `tagging`. Ids that the catalog does not have are fine: products may come later. */
export function checkTagging(tagging: Tagging, path: Path, problems: Problems): void {
  for (const list of ['products', 'variants'] as const) {
    for (const [id, tags] of Object.entries(tagging[list])) {
      checkShopId(id, [...path, list, id], problems);
      checkTags(tags, [...path, list, id], problems);
    }
  }
}
