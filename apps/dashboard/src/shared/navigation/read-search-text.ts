/** A text of an address, also where the router has made a number of its digits. Undefined: there is none. */
export const readSearchText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
