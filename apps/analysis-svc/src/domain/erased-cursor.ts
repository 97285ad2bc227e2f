/** Where a follower of erasures stands. */
export interface ErasedCursor {
  /** Transaction at which the next reading begins. */
  from: string;
  /** The last entry of a full page: the reading goes on after it. */
  after?: { xid: string; hash: Buffer };
}

const FORM = /^(\d{1,19})(?:-(\d{1,19})-([0-9a-f]{64}))?$/;

/** The cursor as text: `from`, and in the middle of a reading `from-transaction-hash`. */
export const formatErasedCursor = ({ from, after }: ErasedCursor): string =>
  after ? `${from}-${after.xid}-${after.hash.toString('hex')}` : from;

/** @returns undefined when the text is no cursor of ours. Empty: from the beginning. */
export function parseErasedCursor(text: string): ErasedCursor | undefined {
  if (text === '') return { from: '0' };
  const [, from, xid, hash] = FORM.exec(text) ?? [];
  if (from === undefined) return undefined;
  return xid === undefined || hash === undefined ? { from } : { from, after: { xid, hash: Buffer.from(hash, 'hex') } };
}
