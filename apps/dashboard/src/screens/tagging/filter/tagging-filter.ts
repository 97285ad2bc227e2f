import { type Item, toItem } from '../item.js';

const SHOWN = ['changed', 'untagged', 'available', 'never'] as const;
export type Shown = (typeof SHOWN)[number];

const TEXTS = ['query', 'namespace', 'tag', 'funnel', 'product', 'variant'] as const;

/** What the address of the grid carries. */
export interface TaggingFilter {
  /** Part of a name or of an id. */
  query?: string;
  /** Columns of this namespace only. */
  namespace?: string;
  /** Rows with a tag that contains this. */
  tag?: string;
  only?: Shown;
  /** Of `never`: the sub-domain of the funnel that recommends none of the rows. */
  funnel?: string;
  /** Rows with the tags of this product or variant in the shown columns. */
  product?: string;
  variant?: string;
}

/** @param search - of an address; numbers come from texts such as `?query=1`. */
export function readTaggingFilter(search: Record<string, unknown>): TaggingFilter {
  const filter: TaggingFilter = {};
  for (const name of TEXTS) {
    const value = search[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') filter[name] = String(value);
  }
  const only = SHOWN.find((name) => name === search.only);
  if (only) filter.only = only;
  return filter;
}

/** The row whose tags the others must have. */
export const getPattern = ({ product, variant }: TaggingFilter): Item | undefined =>
  product === undefined && variant === undefined ? undefined : toItem({ product, variant });

export const NO_FILTER = Object.fromEntries([...TEXTS, 'only'].map((name) => [name, undefined])) as {
  [K in keyof Required<TaggingFilter>]: undefined;
};
