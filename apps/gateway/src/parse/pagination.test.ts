import { describe, expect, it } from 'vitest';
import { codeOf } from '../testing/code-of.js';
import { parsePage, parseSwitch } from './pagination.js';

describe('pages of a list. Management, "Authentication"', () => {
  it('begin at the beginning with 50 entries', () => {
    expect(parsePage(new URLSearchParams())).toEqual({ limit: 50, cursor: '' });
  });

  it('have 1 to 100 entries', () => {
    expect(parsePage(new URLSearchParams('limit=1&cursor=abc'))).toEqual({ limit: 1, cursor: 'abc' });
    expect(parsePage(new URLSearchParams('limit=100')).limit).toBe(100);
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
  ])('otherwise INVALID_QUERY: %s', (query) =>
    expect(codeOf(() => parsePage(new URLSearchParams(query)))).toBe('INVALID_QUERY'),
  );

  it('switches are true, false or left out', () => {
    expect(parseSwitch(new URLSearchParams('wait=true'), 'wait')).toBe(true);
    expect(parseSwitch(new URLSearchParams('wait=false'), 'wait')).toBe(false);
    expect(parseSwitch(new URLSearchParams(), 'wait')).toBe(false);
    expect(codeOf(() => parseSwitch(new URLSearchParams('wait=1'), 'wait'))).toBe('INVALID_QUERY');
  });
});
