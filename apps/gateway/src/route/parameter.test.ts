import { describe, expect, it } from 'vitest';
import { getErrorCode } from '../testing/get-error-code.js';
import { flag, paging } from './parameter.js';
import { readQuery } from './read-query.js';

const parsePage = (query: string) => readQuery(paging, query);
const wait = (...values: string[]) => flag('').read(values, 'wait');

describe('pages of a list. docs/management.md', () => {
  it('start at the beginning with 50 entries by default', () => {
    expect(parsePage('')).toEqual({ limit: 50, cursor: '' });
  });

  it('have 1 to 100 entries', () => {
    expect(parsePage('limit=1&cursor=abc')).toEqual({ limit: 1, cursor: 'abc' });
    expect(parsePage('limit=100').limit).toBe(100);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=007',
    'cursor=%00',
    `cursor=${'x'.repeat(513)}`,
  ])('otherwise INVALID_QUERY: %s', (query) => expect(getErrorCode(() => parsePage(query))).toBe('INVALID_QUERY'));
});

it('a flag is true, false or left out', () => {
  expect(wait('true')).toBe(true);
  expect(wait('false')).toBe(false);
  expect(wait()).toBe(false);
  expect(getErrorCode(() => wait('1'))).toBe('INVALID_QUERY');
});

it('a query that must be right as sent has no unknown keys', () => {
  expect(getErrorCode(() => readQuery(paging, 'limit=1&cursor=a', 'keys'))).toBe('ok');
  expect(getErrorCode(() => readQuery(paging, 'limit=1&toString=a', 'keys'))).toBe('INVALID_QUERY');
});
