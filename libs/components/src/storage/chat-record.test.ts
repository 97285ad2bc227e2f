import { describe, expect, it } from 'vitest';
import { CHAT_KEY, forgetChat, hadChat, readChat, writeChat } from './chat-record.js';
import { pageStorage, type RecordStorage } from './record-list.js';

const DAY = 24 * 60 * 60 * 1_000;
const NOW = 100 * DAY;
const THREAD = '5gNp3kQ7wXyZ0aBcDeFgHi';

function createStorage(text?: string): RecordStorage & Pick<Storage, 'removeItem'> & { values: Map<string, string> } {
  const values = new Map<string, string>(text === undefined ? [] : [[CHAT_KEY, text]]);
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

describe('what the browser remembers of the chat (docs/components.md B12.10)', () => {
  it('is the thread for 30 days after the last message, and the time of that message', () => {
    const storage = createStorage();
    expect(readChat(storage, NOW)).toBeNull();
    writeChat(storage, { threadId: THREAD, timestamp: NOW });
    expect(readChat(storage, NOW + 30 * DAY - 1)).toEqual({ threadId: THREAD, timestamp: NOW });
    writeChat(storage, { threadId: THREAD, timestamp: NOW, analysisId: 'A1', answers: 2 });
    expect(readChat(storage, NOW)).toEqual({ threadId: THREAD, timestamp: NOW, analysisId: 'A1', answers: 2 });
    expect(readChat(storage, NOW + 30 * DAY)).toEqual({ threadId: null, timestamp: NOW });
    forgetChat(storage, storage);
    expect([readChat(storage, NOW), storage.values.has(CHAT_KEY)]).toEqual([null, false]);
  });

  it('is forgotten also where the storage is full or blocked (docs/components.md B12.5, B12.10)', () => {
    const refuse = () => {
      throw new Error('blocked');
    };
    const full = createStorage();
    const blocked = { getItem: () => null, setItem: refuse, removeItem: refuse };
    for (const local of [{ ...full, setItem: refuse }, blocked]) {
      const storage = pageStorage({ localStorage: local as unknown as Storage });
      writeChat(storage, { threadId: THREAD, timestamp: NOW });
      expect(readChat(storage, NOW)?.threadId).toBe(THREAD);
      forgetChat(storage, local);
      expect(readChat(storage, NOW)).toBeNull();
    }
  });

  it.each(['no JSON', '[]', '{}', '7', '{"timestamp":"x"}', `{"threadId":"${THREAD}","timestamp":${NOW + 1}}`])(
    'is nothing in %s',
    (text) => expect(readChat(createStorage(text), NOW)).toBeNull(),
  );

  it.each(['../secret', 7, null, 'short'])('a thread cannot be %j', (threadId) => {
    const storage = createStorage(JSON.stringify({ threadId, timestamp: NOW }));
    expect(readChat(storage, NOW)).toEqual({ threadId: null, timestamp: NOW });
  });

  it('says whether a shopper used the chat in the 3 days before an order (docs/components.md B13.7)', () => {
    const storage = createStorage();
    expect(hadChat(storage, NOW)).toBeUndefined();
    writeChat(storage, { threadId: null, timestamp: NOW });
    expect([hadChat(storage, NOW + 3 * DAY), hadChat(storage, NOW + 3 * DAY + 1)]).toEqual([true, false]);
  });

  it('stays in memory where the storage is blocked (docs/components.md B12.5)', () => {
    const held: string[] = [];
    const setItem = () => {
      throw new Error('blocked');
    };
    const storage = { getItem: () => null, setItem, hold: (_: string, value: string) => void held.push(value) };
    expect(writeChat(storage, { threadId: THREAD, timestamp: NOW })).toBe(false);
    expect(held).toHaveLength(1);
  });
});
