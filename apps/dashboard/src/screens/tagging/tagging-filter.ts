const SHOWN = ['changed', 'untagged', 'available'] as const;
export type Shown = (typeof SHOWN)[number];

/** What the address of the grid carries. */
export interface TaggingFilter {
  /** Part of a name or of an id. */
  query?: string;
  /** Columns of this namespace only. */
  namespace?: string;
  only?: Shown;
}

/** @param search - of an address; numbers come from texts such as `?query=1`. */
export function readTaggingFilter(search: Record<string, unknown>): TaggingFilter {
  const filter: TaggingFilter = {};
  for (const name of ['query', 'namespace'] as const) {
    const value = search[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') filter[name] = String(value);
  }
  const only = SHOWN.find((name) => name === search.only);
  if (only) filter.only = only;
  return filter;
}
