/** What the addresses of the lists of users and of companies carry. */
export interface UserFilter {
  /** Beginning of an address or of a name; of companies a part of the name or of the handle. */
  query?: string;
}

export const readUserFilter = ({ query }: Record<string, unknown>): UserFilter =>
  (typeof query === 'string' && query !== '') || typeof query === 'number' ? { query: String(query) } : {};
