/** What the address of the list of users carries. */
export interface UserFilter {
  /** Beginning of an address or of a name. */
  query?: string;
}

export const readUserFilter = ({ query }: Record<string, unknown>): UserFilter =>
  (typeof query === 'string' && query !== '') || typeof query === 'number' ? { query: String(query) } : {};
