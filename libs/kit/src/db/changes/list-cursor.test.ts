import { describe, expect, it } from 'vitest';
import { continueList, formatListCursor, parseListCursor } from './list-cursor.js';

const hash = 'ab'.repeat(32);

describe('the cursor of a list of changes', () => {
  it.each([
    ['number', { from: '771' }, '771'],
    ['number', { from: '771', after: { xid: '775', key: '12' } }, '771-775-12'],
    ['sha256', { from: '771', after: { xid: '775', key: hash } }, `771-775-${hash}`],
  ] as const)('of keys that are a %s is read as it was written: %j', (keys, cursor, text) => {
    expect(formatListCursor(cursor)).toBe(text);
    expect(parseListCursor(text, keys)).toEqual(cursor);
  });

  it('begins at the beginning without a text', () => {
    expect(parseListCursor('', 'number')).toEqual({ from: '0' });
  });

  it.each([
    ['number', 'x'],
    ['number', `1-2-${hash}`],
    ['number', '1-2'],
    ['sha256', '1-2-3'],
    ['sha256', `1-2-${hash}0`],
    ['number', '12345678901234567890'],
  ] as const)('of keys that are a %s is not %s', (keys, text) => {
    expect(parseListCursor(text, keys)).toBeUndefined();
  });

  it('within a pass keeps where the next pass begins', () => {
    const first = continueList({ from: '10' }, '20', { xid: '15', key: '1' });
    expect(first).toEqual({ from: '20', after: { xid: '15', key: '1' } });
    const second = continueList(first, '30', { xid: '19', key: '2' });
    expect(second).toEqual({ from: '20', after: { xid: '19', key: '2' } });
    expect(continueList(second, '40', undefined)).toEqual({ from: '20' });
    expect(continueList({ from: '10' }, undefined, undefined)).toEqual({ from: '10' });
  });
});
