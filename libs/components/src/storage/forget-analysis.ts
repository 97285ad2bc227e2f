import { ANALYSES_KEY } from './analyses.js';
import { readChat, writeChat } from './chat-record.js';
import { RECOMMENDED_VARIANTS_KEY } from './recommended-variants.js';
import { isObject, type RecordStorage, readList, writeList } from './record-list.js';

/**
 * Removes an analysis from both records: it was erased on the server. Entries of other analyses stay as they are. The conversation about it
 * was erased as well. Never throws.
 * @returns whether a record contained it.
 */
export function forgetAnalysis(storage: RecordStorage, analysisId: string, now: number = Date.now()): boolean {
  const chat = readChat(storage, now);
  if (chat?.analysisId === analysisId) writeChat(storage, { threadId: null, timestamp: chat.timestamp });
  let isFound = false;
  for (const key of [ANALYSES_KEY, RECOMMENDED_VARIANTS_KEY]) {
    const list = readList(storage, key);
    const others = list.filter((entry) => !isObject(entry) || entry.analysis_id !== analysisId);
    if (others.length === list.length) continue;
    isFound = true;
    writeList(storage, key, others);
  }
  return isFound;
}
