import type { ChatVariant } from './chat-catalog.js';
import { groupBy } from './group-by.js';

/** The name of a product, and what a variant adds to it. */
export interface SplitName {
  readonly product: string;
  /** Empty: the product has one variant, or its variants have one name. */
  readonly variant: string;
}

const SEPARATOR = /\s+[–—|/-]\s+|,\s+|\s+\(/g;

/**
 * Splits the names of all variants into product and variant: the longest beginning that all variants of a product share and
 * that ends at a separator. Without a separator the whole name is the product's.
 */
export function splitNames(variants: readonly ChatVariant[]): SplitName[] {
  const prefixes = new Map<string, string>();
  for (const [productId, siblings] of groupBy(variants, (variant) => variant.productId)) {
    prefixes.set(productId, getSharedPrefix(siblings.map(({ name }) => name)));
  }
  return variants.map(({ productId, name }) => {
    const product = prefixes.get(productId) ?? name;
    return {
      product,
      variant: name
        .slice(product.length)
        .replace(/^[\s–—|/,(-]+|\)$/g, '')
        .trim(),
    };
  });
}

function getSharedPrefix(names: readonly string[]): string {
  const [first = ''] = names;
  const ends = [...first.matchAll(SEPARATOR)].map(({ index }) => first.slice(0, index)).reverse();
  if (new Set(names).size === 1) return ends.at(-1) ?? first;
  return ends.find((prefix) => names.every((name) => name.startsWith(prefix))) ?? first;
}
