import { describe, expect, it } from 'vitest';
import { toFilter, toQuery } from './filter.js';

describe('the filter of the audit log (docs/dashboard.md Y11.2)', () => {
  it('is in the address; what cannot be is left out', () => {
    expect(toFilter({ actor: 'u1', action: 'key.manage', from: '2026-11-01', to: '2026-11-30', other: 1 })).toEqual({
      actor: 'u1',
      action: 'key.manage',
      from: '2026-11-01',
      to: '2026-11-30',
    });
    expect(toFilter({ actor: '', from: 'yesterday', to: '2026-13-45' })).toEqual({});
  });

  it('counts days where the user is, the last one included, also when the clocks change', () => {
    const query = toQuery({ action: 'key.manage', from: '2026-10-25', to: '2026-10-25' });
    expect(query.action).toBe('key.manage');
    const [from, to] = [new Date(query.from as string), new Date(query.to as string)];
    expect([from.getDate(), from.getHours(), to.getDate(), to.getHours()]).toEqual([25, 0, 26, 0]);
  });
});
