import { zonedDay } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { listDays, toFilter, toPrevious, toRange } from './filter.js';

describe('the filter of the insight screens (docs/dashboard.md Y47.1)', () => {
  it('is in the address; what cannot be is left out', () => {
    expect(
      toFilter({ funnel: 'beauty', days: 7, version: 'V', locale: 'de', source: 2024, verified: true, other: 1 }),
    ).toEqual({ funnel: 'beauty', days: 7, version: 'V', locale: 'de', source: '2024', verified: true });
    expect(toFilter({ funnel: '', days: 8, from: 'yesterday', to: '2026-13-45', table: 'no' })).toEqual({});
  });

  it('visits without a source are an empty one', () => {
    expect(toFilter({ source: '' })).toEqual({ source: '' });
  });

  it('named days win over a period', () => {
    expect(toFilter({ days: 7, from: '2026-11-01' })).toEqual({ from: '2026-11-01' });
  });

  it('is of the last 28 days by default, today included', () => {
    expect(toRange({}, '2026-11-28')).toEqual({ from: '2026-11-01', to: '2026-11-28' });
    expect(toRange({ days: 7 }, '2026-11-28')).toEqual({ from: '2026-11-22', to: '2026-11-28' });
    expect(toRange({ to: '2026-03-01' }, '2026-11-28')).toEqual({ from: '2026-02-02', to: '2026-03-01' });
  });

  it('compares with as many days immediately before', () => {
    expect(toPrevious({ from: '2026-11-22', to: '2026-11-28' })).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(listDays({ from: '2026-10-24', to: '2026-10-26' })).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
    expect(listDays({ from: '2026-10-26', to: '2026-10-24' })).toEqual([]);
  });

  it('today is that of the time zone of the company', () => {
    const now = new Date('2026-11-27T12:00:00Z');
    expect([zonedDay(now, 'Pacific/Kiritimati'), zonedDay(now, 'UTC')]).toEqual(['2026-11-28', '2026-11-27']);
  });
});
