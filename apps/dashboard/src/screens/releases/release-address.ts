/** What the addresses of the area carry. */
export interface Target {
  /** The id of an earlier version to go back to; absent: the draft. */
  version?: string;
}

export interface Comparison {
  /** Ids of the versions that are compared. */
  from?: string;
  to?: string;
}

const read = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** @param search - of an address; an id of digits arrives as a number. */
export function readTarget(search: Record<string, unknown>): Target {
  const version = read(search.version);
  return version === undefined ? {} : { version };
}

export function readComparison(search: Record<string, unknown>): Comparison {
  const [from, to] = [read(search.from), read(search.to)];
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
