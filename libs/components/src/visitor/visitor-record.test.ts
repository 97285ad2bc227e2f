import { describe, expect, it } from 'vitest';
import { keepVisitor, readVisitor, VISITOR_KEY, writeVisitor } from './visitor-record.js';

const DAY = 24 * 60 * 60 * 1_000;
const NOW = 100 * DAY;
const ID = 'k3J9-x2Lw0Pq7_ZtRb5Y';

function createStorage(text?: string): Storage & { values: Map<string, string> } {
  const values = new Map<string, string>(text === undefined ? [] : [[VISITOR_KEY, text]]);
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as never;
}
const known = (timestamp = NOW) => createStorage(JSON.stringify({ id: ID, timestamp }));

describe('what the browser keeps of a visitor (docs/components.md B12.11, B13.9)', () => {
  it.each([
    ['granted', false, 'kept'],
    ['granted', true, 'kept'],
    [undefined, false, 'none'],
    [undefined, true, 'none'],
    ['denied', false, 'none'],
    ['denied', true, 'none'],
  ] as const)(
    'of a page that says %s, with Global Privacy Control %s: %s (docs/insight.md N15.1)',
    (consent, isDeclined, expected) => {
      const storage = createStorage();
      const record = keepVisitor(storage, consent, isDeclined, NOW);
      expect(record === null ? 'none' : 'kept').toBe(expected);
      expect(storage.values.size).toBe(record === null ? 0 : 1);
    },
  );

  it.each([
    ['granted', false, true],
    ['granted', true, true],
    [undefined, false, true],
    [undefined, true, false],
    ['denied', false, false],
    ['denied', true, false],
  ] as const)(
    'once kept, and the page says %s, with Global Privacy Control %s: still there %s',
    (consent, gpc, isKept) => {
      const storage = known();
      expect(keepVisitor(storage, consent, gpc, NOW)?.id).toBe(isKept ? ID : undefined);
      expect(storage.values.has(VISITOR_KEY)).toBe(isKept);
    },
  );

  it('has 128 random bits, the same for 30 days, then another one (docs/insight.md N15.1)', () => {
    const storage = createStorage();
    const first = keepVisitor(storage, 'granted', false, NOW);
    expect(first?.id).toMatch(/^[\w-]{16,64}$/);
    expect(keepVisitor(storage, 'granted', false, NOW + 30 * DAY - 1)).toEqual(first);
    const next = keepVisitor(storage, 'granted', false, NOW + 30 * DAY);
    expect(next?.id).not.toBe(first?.id);
    expect(keepVisitor(createStorage(), 'granted', false, NOW)?.id).not.toBe(first?.id);
  });

  it.each(['no JSON', '[]', '{}', '7', '{"id":"short","timestamp":1}', `{"id":"${ID}","timestamp":${NOW + 1}}`])(
    'is nothing in %s',
    (text) => expect(readVisitor(createStorage(text), NOW)).toBeNull(),
  );

  it('is nothing where the browser blocks storage: no id is in memory only (docs/insight.md N14.8)', () => {
    const blocked = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
      removeItem: () => {},
    } as never;
    expect(keepVisitor(blocked, 'granted', false, NOW)).toBeNull();
    expect(keepVisitor(null, 'granted', false, NOW)).toBeNull();
    expect(writeVisitor(null, null)).toBe(false);
  });
});
