import { readSearchText } from '../../shared/navigation/read-search-text.js';
/** What the addresses of the area carry. */
export interface Target {
  /** The number of an earlier version of the settings to go back to. */
  version?: string;
}

export interface ReleaseSearch {
  /** The number of a release that comes back; absent: the edit or the draft. */
  release?: string;
}

export interface Comparison {
  /** Numbers of releases, `edit` or `draft`: what is compared. */
  from?: string;
  to?: string;
}

/** @param search - of an address; an id of digits arrives as a number. */
export function readTarget(search: Record<string, unknown>): Target {
  const version = readSearchText(search.version);
  return version === undefined ? {} : { version };
}

/** What is no number of a release is left out. */
export function readRelease(search: Record<string, unknown>): ReleaseSearch {
  const release = readSearchText(search.release);
  return release !== undefined && /^[1-9]\d{0,14}$/.test(release) ? { release } : {};
}

export function readComparison(search: Record<string, unknown>): Comparison {
  const [from, to] = [readSearchText(search.from), readSearchText(search.to)];
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
