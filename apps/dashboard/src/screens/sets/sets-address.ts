import { readSearchText } from '../../shared/navigation/read-search-text.js';
/** What the address of the screen says. */
export interface SetsAddress {
  /** Key of the set that is open. */
  set?: string;
  query?: string;
}

export function readSetsAddress({ set, query }: Record<string, unknown>): SetsAddress {
  const [key, text] = [readSearchText(set), readSearchText(query)];
  return { ...(key === undefined ? {} : { set: key }), ...(text === undefined ? {} : { query: text }) };
}
