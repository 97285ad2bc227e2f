import { describe, expect, it } from 'vitest';
import { findPendingId, getMemberLimit, isOpen, isSentOften } from './people-rules.js';

const ada = { id: 'ada', role: 'ADMIN' } as const;
const ben = { id: 'ben', role: 'ADMIN' } as const;
const eve = { id: 'eve', role: 'EDITOR' } as const;

describe('what may change of a membership (docs/identity.md I8.1, docs/dashboard.md Y7.2)', () => {
  it.each([
    ['nothing of the own one', ada, [ada, ben, eve], 'OWN'],
    ['everything of an administrator among others', ben, [ada, ben, eve], undefined],
    ['nothing of the last administrator', ben, [ben, eve], 'LAST_ADMIN'],
    ['everything of an editor', eve, [ada, eve], undefined],
  ])('%s', (_, member, members, limit) => {
    expect(getMemberLimit(member, members, 'ada', true)).toBe(limit);
  });

  it('is left to the service while not all members are loaded', () => {
    expect(getMemberLimit(ben, [ben, eve], 'ada', false)).toBeUndefined();
  });
});

describe('an invitation (docs/identity.md I5)', () => {
  it.each([
    ['PENDING', true],
    ['EXPIRED', true],
    ['ACCEPTED', false],
    ['REVOKED', false],
  ] as const)('that is %s is open: %s', (state, isIt) => {
    expect(isOpen({ state, sentCount: 1 })).toBe(isIt);
  });

  it('is sent five times at most (docs/dashboard.md Y7.2)', () => {
    expect(isSentOften({ state: 'PENDING', sentCount: 4 })).toBe(false);
    expect(isSentOften({ state: 'PENDING', sentCount: 5 })).toBe(true);
  });

  it('that is refused because of a pending one names it, so that it can be sent again (docs/dashboard.md Y7.3)', () => {
    expect(findPendingId([{ path: '/email' }, { path: '/invitations/9zYx8W' }])).toBe('9zYx8W');
    expect(findPendingId(undefined)).toBeUndefined();
  });
});
