import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.js';

const cacheOf = (maxSize: number) => new BoundedCache<string>({ maxSize, size: (value) => value.length });

describe('BoundedCache', () => {
  it('never holds more than its size: the least recently used entry leaves first', () => {
    const cache = cacheOf(6);
    cache.set('a', 'aa');
    cache.set('b', 'bb');
    cache.set('c', 'cc');
    cache.get('a');
    cache.set('d', 'dd');
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual(['aa', undefined, 'cc', 'dd']);
  });

  it('counts a replaced entry once', () => {
    const cache = cacheOf(4);
    cache.set('a', 'aaaa');
    cache.set('a', 'a');
    cache.set('b', 'bbb');
    expect(cache.length).toBe(2);
  });

  it('does not keep a value that is larger than the whole cache, and keeps the others', () => {
    const cache = cacheOf(4);
    cache.set('a', 'aa');
    cache.set('b', 'bbbbb');
    expect([cache.get('a'), cache.get('b')]).toEqual(['aa', undefined]);
  });
});
