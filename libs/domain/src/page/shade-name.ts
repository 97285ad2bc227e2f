import type { CatalogCard } from './result-view.js';

/** Between the name of a product and that of its shade. */
const SEPARATORS = /^[\s\-–—_,;:/|·()[\]]+/;

/** What a variant's name says beyond its product's: `Velvet Blush – 02 Rose` of `Velvet Blush` is `02 Rose`. Null: nothing. */
export function shadeName({
  productName,
  variantName,
}: Pick<CatalogCard, 'productName' | 'variantName'>): string | null {
  if (!variantName.startsWith(productName)) return variantName || null;
  const suffix = variantName.slice(productName.length);
  // `Velvet Blushing` is another word, not a shade of `Velvet Blush`.
  if (suffix !== '' && !SEPARATORS.test(suffix)) return variantName;
  const shade = suffix.replace(SEPARATORS, '');
  return (shade.includes('(') || shade.includes('[') ? shade : shade.replace(/[)\]]+$/, '')) || null;
}
