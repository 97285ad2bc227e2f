import { ServiceError } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { sendShortList, shortListPaging } from './short-list.js';

const ALL = ['a', 'b', 'c', 'd', 'e'];

/** The page that a caller gets for these parameters. */
function ask(query: { limit?: string; cursor?: string }): { data: string[]; nextCursor: string | null } {
  const read = (name: 'limit' | 'cursor') =>
    shortListPaging[name].read(query[name] === undefined ? [] : [query[name]], name);
  const { body } = sendShortList(ALL, { limit: read('limit'), cursor: read('cursor') });
  return JSON.parse(String(body));
}

describe('a list that a service returns whole (docs/management.md "Authentication")', () => {
  it('has all elements on one page without limit', () => {
    expect(ask({})).toEqual({ data: ALL, nextCursor: null });
  });

  it.each(['1', '2', '5', '100'])('has each element once when it is read in pages of %s', (limit) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = ask(cursor === undefined ? { limit } : { limit, cursor });
      expect(page.data.length).toBeLessThanOrEqual(Number(limit));
      found.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(ALL);
  });

  it('ends with an empty page when it has become shorter than the cursor', () => {
    expect(ask({ limit: '2', cursor: Buffer.from('50').toString('base64url') })).toEqual({
      data: [],
      nextCursor: null,
    });
  });

  it.each([
    { limit: '0' },
    { limit: '101' },
    { limit: 'all' },
    { cursor: '' },
    { cursor: 'zzz' },
    { cursor: Buffer.from('-1').toString('base64url') },
  ])('refuses %o with 400 INVALID_QUERY', (query) => {
    expect(() => ask(query)).toThrow(ServiceError);
    expect(() => ask(query)).toThrow(/must be/);
  });
});
