/** A product or a variant, by its id in the shop system. */
export interface Item {
  kind: 'product' | 'variant';
  id: string;
}

/** What the address of a list of checkboxes carries. */
export interface ItemSearch {
  product?: string;
  variant?: string;
}

/** @param search - of an address; numbers come from ids such as `?variant=1`. */
export function readItemSearch({ product, variant }: Record<string, unknown>): ItemSearch {
  const isId = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number';
  if (isId(variant)) return { variant: String(variant) };
  return isId(product) ? { product: String(product) } : {};
}

export const toItem = ({ product = '', variant }: ItemSearch): Item =>
  variant === undefined ? { kind: 'product', id: product } : { kind: 'variant', id: variant };
