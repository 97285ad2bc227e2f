import type { Schemas } from '../../api/client.js';

export type Product = Schemas['CatalogProduct'];
export type Variant = Schemas['CatalogVariant'];

export const getVariants = ({ variants }: Product): readonly Variant[] => variants ?? [];

/** A variant may be shown to shoppers unless the catalog says otherwise. */
export const isAvailable = ({ available }: Variant): boolean => available !== false;

export interface Prices {
  lowest: string;
  highest: string;
  currency: string | undefined;
}

/** The lowest and the highest price of the variants. Undefined without prices, and for variants in several currencies. */
export function getPrices(variants: readonly Variant[]): Prices | undefined {
  const priced = variants.flatMap(({ price, currency }) =>
    price == null ? [] : [{ price, currency: currency ?? undefined }],
  );
  const [first] = priced;
  if (!first || priced.some(({ currency }) => currency !== first.currency)) return undefined;
  const prices = priced.map(({ price }) => price).sort((a, b) => Number(a) - Number(b));
  return { lowest: prices[0] as string, highest: prices.at(-1) as string, currency: first.currency };
}

export interface TagOfVariant {
  tag: string;
  origin: 'PRODUCT' | 'VARIANT';
}

/** Every tag of a variant, each once, by name, with what it has the tag from. */
export function getTags(product: Product, variant: Variant): TagOfVariant[] {
  const own = new Set(variant.tags ?? []);
  const inherited = (product.tags ?? []).filter((tag) => !own.has(tag));
  return [
    ...[...own].map((tag) => ({ tag, origin: 'VARIANT' as const })),
    ...inherited.map((tag) => ({ tag, origin: 'PRODUCT' as const })),
  ].sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

/** Every tag of a product and of its variants, each once, by name. */
export const getAllTags = (product: Product): string[] =>
  [...new Set([...(product.tags ?? []), ...getVariants(product).flatMap(({ tags }) => tags ?? [])])].sort();
