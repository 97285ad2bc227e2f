import { isObject, type RecordStorage } from './record-list.js';

/** Storage key. docs/components.md B12.10. */
export const CHAT_KEY = 'svcChat';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long a thread can be continued. */
const THREAD_MS = 30 * DAY_MS;
/** An order that long after the last message counts as one with the chat. docs/insight.md N5. */
const ORDER_MS = 3 * DAY_MS;

/** What the browser remembers of the chat. */
export interface ChatRecord {
  /** The capability of the thread; null after it was ended here. */
  threadId: string | null;
  /** When the shopper sent the last message, milliseconds since the epoch. */
  timestamp: number;
  /** The analysis that the newest answers are about; absent: none. */
  analysisId?: string;
  /** How many of the newest answers are about it. */
  answers?: number;
}

/** Null: the shopper never wrote, deleted the conversation, or the record is of no use. Never throws. */
export function readChat(storage: RecordStorage, now: number): ChatRecord | null {
  try {
    const record: unknown = JSON.parse(storage.getItem(CHAT_KEY) ?? 'null');
    if (!isObject(record) || typeof record.timestamp !== 'number' || record.timestamp > now) return null;
    const { threadId, timestamp, analysisId, answers } = record;
    const isKnown = typeof threadId === 'string' && /^[0-9A-Za-z]{16,64}$/.test(threadId);
    if (!isKnown || timestamp <= now - THREAD_MS) return { threadId: null, timestamp };
    const isAbout = typeof analysisId === 'string' && typeof answers === 'number' && answers > 0;
    return { threadId, timestamp, ...(isAbout && { analysisId, answers }) };
  } catch {
    return null;
  }
}

/** Null: there is none. Returns false when the storage does not take it; then it is kept until the page is unloaded. */
export function writeChat(storage: RecordStorage, record: ChatRecord | null): boolean {
  const text = JSON.stringify(record);
  try {
    storage.setItem(CHAT_KEY, text);
    return true;
  } catch {
    storage.hold?.(CHAT_KEY, text);
    return false;
  }
}

/**
 * Leaves nothing in the browser's storage. Never throws.
 * @param local - the browser's storage; null: it is blocked, and only what the page holds is forgotten.
 */
export function forgetChat(storage: RecordStorage, local: Pick<Storage, 'removeItem'> | null): void {
  // Also what the page holds because the storage refused it.
  writeChat(storage, null);
  try {
    local?.removeItem(CHAT_KEY);
  } catch {
    // A storage that can no longer be used keeps nothing that could be read.
  }
}

/** Whether the shopper used the chat at most 3 days ago; undefined: never. */
export function hadChat(storage: RecordStorage, now: number): boolean | undefined {
  const record = readChat(storage, now);
  return record ? record.timestamp >= now - ORDER_MS : undefined;
}
