import { isObject } from '../storage/record-list.js';

/** Storage key. docs/components.md B12.11. */
export const VISITOR_KEY = 'svcVisitor';

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** What the browser remembers of its visitor, after the visitor agreed. */
export interface VisitorRecord {
  /** Made at random. */
  id: string;
  /** When it was made, milliseconds since the epoch. */
  timestamp: number;
  /** The holdout that the visitor takes part in, by its id, and the arm: A has no components. */
  holdout?: string;
  arm?: 'A' | 'B';
  /** What was reported of it to the service. */
  reported?: string;
}

/** Null: there is none, it is older than 30 days, or of no use. Never throws. */
export function readVisitor(storage: Pick<Storage, 'getItem'> | null, now: number): VisitorRecord | null {
  try {
    const record: unknown = JSON.parse(storage?.getItem(VISITOR_KEY) ?? 'null');
    if (!isObject(record) || typeof record.timestamp !== 'number') return null;
    const { id, timestamp } = record;
    const isUsable = typeof id === 'string' && /^[\w-]{16,64}$/.test(id);
    return isUsable && timestamp <= now && timestamp > now - KEPT_MS ? (record as unknown as VisitorRecord) : null;
  } catch {
    return null;
  }
}

/** Null removes it. Without storage nothing is kept, also not in memory: such an id would be another one on each page. */
export function writeVisitor(storage: Storage | null, record: VisitorRecord | null): boolean {
  try {
    if (!storage) return false;
    if (record) storage.setItem(VISITOR_KEY, JSON.stringify(record));
    else storage.removeItem(VISITOR_KEY);
    return true;
  } catch {
    return false;
  }
}

/**
 * The record that the shopper's decision allows. It is made once the page says `granted`; one that was made before is used until the
 * shopper declines, which removes it. docs/components.md B13.9.
 * @param consent - what the page says; undefined: nothing.
 * @param isDeclined - by the browser: Global Privacy Control, or Do Not Track.
 */
export function keepVisitor(
  storage: Storage | null,
  consent: 'granted' | 'denied' | undefined,
  isDeclined: boolean,
  now: number,
): VisitorRecord | null {
  const known = readVisitor(storage, now);
  if (consent === 'granted') {
    // 128 bits.
    const made = { id: crypto.getRandomValues(new Uint32Array(4)).join('-'), timestamp: now };
    return known ?? (writeVisitor(storage, made) ? made : null);
  }
  if (known && consent === undefined && !isDeclined) return known;
  writeVisitor(storage, null);
  return null;
}
