/** What the address of the screen says. */
export interface SetsAddress {
  /** Key of the set that is open. */
  set?: string;
  query?: string;
}

const toText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

export function readSetsAddress({ set, query }: Record<string, unknown>): SetsAddress {
  const [key, text] = [toText(set), toText(query)];
  return { ...(key === undefined ? {} : { set: key }), ...(text === undefined ? {} : { query: text }) };
}
