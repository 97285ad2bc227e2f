/** Position of a follower in the list of analyses. */
export interface FactCursor {
  /** Transaction at which the next pass begins. */
  from: string;
  /** The last entry of a full page; the current pass continues after it. */
  after?: { xid: string; key: string };
}

const FORM = /^(\d{1,19})(?:-(\d{1,19})-(\d{1,19}))?$/;

/** Formats a cursor: `from`, or within a pass `from-transaction-key`. */
export const formatFactCursor = ({ from, after }: FactCursor): string =>
  after ? `${from}-${after.xid}-${after.key}` : from;

/** Parses a cursor; undefined when it is invalid. An empty text means from the beginning. */
export function parseFactCursor(text: string): FactCursor | undefined {
  if (text === '') return { from: '0' };
  const [, from, xid, key] = FORM.exec(text) ?? [];
  if (from === undefined) return undefined;
  return xid === undefined || key === undefined ? { from } : { from, after: { xid, key } };
}
