/** What the addresses of the area carry, so that each state can be linked and survives a reload. */
export interface Filter {
  /** Part of a name, an id or a tag. */
  query?: string;
  /** Only products with this tag. */
  tag?: string;
  /** The product that is shown. Ids of shops may contain every character, so they are no part of the path. */
  product?: string;
  /** The variant whose details are open. */
  variant?: string;
  /** Sub-domain of the funnel whose figures are shown. */
  funnel?: string;
}

const NAMES = ['query', 'tag', 'product', 'variant', 'funnel'] as const;

/** @param search - of an address; numbers come from ids such as `?product=1`. */
export function readFilter(search: Record<string, unknown>): Filter {
  const filter: Filter = {};
  for (const name of NAMES) {
    const value = search[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') filter[name] = String(value);
  }
  return filter;
}
