import { describe, expect, it } from 'vitest';
import type { Schemas } from '../api/client.js';
import { findFirstCompany } from './last-company.js';

const me = (...handles: string[]): Pick<Schemas['Me'], 'memberships'> => ({
  memberships: handles.map((handle) => ({ handle, name: handle, role: 'EDITOR', permissions: [] })),
});

describe('where a user begins (docs/dashboard.md Y1.5)', () => {
  it('is the company that was opened last, while the user is a member of it', () => {
    expect(findFirstCompany(me('linden', 'oak'), 'oak')).toBe('oak');
    expect(findFirstCompany(me('linden', 'oak'), 'former')).toBeUndefined();
    expect(findFirstCompany(me('linden'), 'former')).toBe('linden');
  });

  it('is the only company; otherwise the list', () => {
    expect(findFirstCompany(me('linden'), null)).toBe('linden');
    expect(findFirstCompany(me('linden', 'oak'), null)).toBeUndefined();
    expect(findFirstCompany(me(), 'linden')).toBeUndefined();
  });
});
