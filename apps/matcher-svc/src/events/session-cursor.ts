/** Position of a follower in the list of changed sessions. */
export interface SessionCursor {
  /** Transaction at which the next pass begins. */
  from: string;
  /** The last entry of a full page; the current pass continues after it. */
  after?: { xid: string; hash: Buffer };
}

const FORM = /^(\d{1,19})(?:-(\d{1,19})-([0-9a-f]{64}))?$/;

/** Formats a cursor: `from`, or within a pass `from-transaction-hash`. */
export const formatSessionCursor = ({ from, after }: SessionCursor): string =>
  after ? `${from}-${after.xid}-${after.hash.toString('hex')}` : from;

/** Parses a cursor; undefined when it is invalid. An empty text means from the beginning. */
export function parseSessionCursor(text: string): SessionCursor | undefined {
  if (text === '') return { from: '0' };
  const [, from, xid, hash] = FORM.exec(text) ?? [];
  if (from === undefined) return undefined;
  return xid === undefined || hash === undefined ? { from } : { from, after: { xid, hash: Buffer.from(hash, 'hex') } };
}
