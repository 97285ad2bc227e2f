/** Position of a follower in a list of changes, which is ordered by transaction, then by key. ADR 7. */
export interface ListCursor {
  /** Transaction at which the next pass begins. */
  from: string;
  /** The last entry of a full page; the current pass continues after it. */
  after?: { xid: string; key: string };
}

/** What keys of a list look like: ids of rows, or hashes as hexadecimal digits. */
const FORMS = {
  number: /^(\d{1,19})(?:-(\d{1,19})-(\d{1,19}))?$/,
  sha256: /^(\d{1,19})(?:-(\d{1,19})-([0-9a-f]{64}))?$/,
};

/** Formats a cursor: `from`, or within a pass `from-transaction-key`. */
export const formatListCursor = ({ from, after }: ListCursor): string =>
  after ? `${from}-${after.xid}-${after.key}` : from;

/** Parses a cursor; undefined when it is invalid. An empty text means from the beginning. */
export function parseListCursor(text: string, keys: keyof typeof FORMS): ListCursor | undefined {
  if (text === '') return { from: '0' };
  const [, from, xid, key] = FORMS[keys].exec(text) ?? [];
  if (from === undefined) return undefined;
  return xid === undefined || key === undefined ? { from } : { from, after: { xid, key } };
}

/**
 * The cursor after a page. The next pass begins at the oldest transaction that was running when the first page of this one was read, so
 * that what was committed in between is included.
 * @param oldest - that transaction, as this page saw it.
 * @param last - the last entry of a full page; undefined: the pass is over.
 */
export function continueList(
  cursor: ListCursor,
  oldest: string | undefined,
  last: { xid: string; key: string } | undefined,
): ListCursor {
  const from = cursor.after ? cursor.from : (oldest ?? cursor.from);
  return last ? { from, after: last } : { from };
}
