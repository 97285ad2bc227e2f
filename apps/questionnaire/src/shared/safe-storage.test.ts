import { describe, expect, it } from 'vitest';
import { readJson, safeStorage } from './safe-storage.js';

const fails = (): never => {
  throw new DOMException('No.', 'SecurityError');
};
const storage = (methods: Partial<Storage>) => ({
  sessionStorage: methods as Storage,
  localStorage: methods as Storage,
});

describe('storage that never throws', () => {
  it('reads, writes and removes', () => {
    const entries = new Map<string, string>();
    const safe = safeStorage(
      storage({
        getItem: (key) => entries.get(key) ?? null,
        setItem: (key, value) => void entries.set(key, value),
        removeItem: (key) => void entries.delete(key),
      }),
      'localStorage',
    );
    safe.set('a', '1');
    expect([safe.get('a'), entries.get('a')]).toEqual(['1', '1']);
    safe.remove('a');
    expect([safe.get('a'), entries.size]).toEqual([null, 0]);
  });

  it.each([
    ['is forbidden', Object.defineProperty({}, 'sessionStorage', { get: fails })],
    ['throws', storage({ getItem: fails, setItem: fails, removeItem: fails })],
    ['is full', storage({ getItem: () => null, setItem: fails, removeItem: () => undefined })],
  ])('one that %s lasts as long as the page', (_how, page) => {
    const safe = safeStorage(page as never, 'sessionStorage');
    expect(safe.get('a')).toBeNull();
    safe.set('a', '1');
    expect(safe.get('a')).toBe('1');
    safe.remove('a');
    expect(safe.get('a')).toBeNull();
  });

  it.each([undefined, '', '{', 'undefined'])('%j is no JSON, and reads as nothing', (text) => {
    const safe = safeStorage(storage({ getItem: () => text ?? null }), 'localStorage');
    expect(readJson(safe, 'a')).toBeUndefined();
  });
});
