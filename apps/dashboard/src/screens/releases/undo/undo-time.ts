/** For how long a release can be taken back in one step, without a check. Later ones go through the history. */
const UNDO_MS = 10 * 60_000;

/** @param releasedAt - ISO 8601. @returns milliseconds since 1970. */
export const getUndoEnd = (releasedAt: string): number => Date.parse(releasedAt) + UNDO_MS;
