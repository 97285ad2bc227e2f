import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateTime } from './parse-date-time.js';

describe('parseDateTime (docs/contract.md C8.10: ISO 8601 date-time)', () => {
  it.each([
    ['2026-11-21T10:30:00Z', '2026-11-21T10:30:00.000Z'],
    ['2026-11-21t10:30:00.5z', '2026-11-21T10:30:00.500Z'],
    ['2026-11-21T10:30:00.123456789Z', '2026-11-21T10:30:00.123Z'],
    ['2026-11-21T10:30', '2026-11-21T10:30:00.000Z'],
    ['2026-11-21T00:30:00+01:00', '2026-11-20T23:30:00.000Z'],
    ['2026-11-21T10:30:00-0530', '2026-11-21T16:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('reads %s as %s', (text, utc) => {
    expect(parseDateTime(text)).toBe(utc);
  });

  it.each([
    '2026-11-21',
    '2026-11-21 10:30:00Z',
    '2026-13-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:30:60Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-11-21T10:30:00+24:00',
    '21.11.2026',
    'now',
    ' 2026-11-21T10:30:00Z',
  ])('refuses %s', (text) => {
    expect(parseDateTime(text)).toBeNull();
  });

  it('gives back every date of four digits that a browser prints', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (given) => {
        expect(parseDateTime(given.toISOString())).toBe(given.toISOString());
      }),
    );
  });
});
