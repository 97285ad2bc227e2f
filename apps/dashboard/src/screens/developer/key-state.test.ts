import { describe, expect, it } from 'vitest';
import { getKeyState, isInUse, isUnused } from './key-state.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const key = (expiresAt: string | null, revokedAt: string | null = null) => ({ expiresAt, revokedAt });

describe('the state of a key (docs/dashboard.md Y4.4)', () => {
  it.each([
    ['ACTIVE', key(null)],
    ['ACTIVE', key('2026-12-05T12:00:00Z')],
    ['EXPIRES_SOON', key('2026-12-05T11:59:59Z')],
    ['EXPIRED', key('2026-11-21T12:00:00Z')],
    ['REVOKED', key('2026-11-01T00:00:00Z', '2026-10-01T00:00:00Z')],
  ])('is %s for %j: a warning starts 14 days before the expiry', (state, times) => {
    expect(getKeyState(times, NOW)).toBe(state);
  });

  it('a key counts as unused an hour after its last request (Y4.6)', () => {
    expect(isUnused({ lastUsedAt: '2026-11-21T11:00:00Z' }, NOW)).toBe(true);
    expect(isUnused({ lastUsedAt: '2026-11-21T11:00:01Z' }, NOW)).toBe(false);
    expect(isUnused({ lastUsedAt: null }, NOW)).toBe(true);
  });

  it('a key counts as in use for 24 hours after its last request (Y4.3)', () => {
    expect(isInUse({ lastUsedAt: '2026-11-20T12:00:01Z' }, NOW)).toBe(true);
    expect(isInUse({ lastUsedAt: '2026-11-20T12:00:00Z' }, NOW)).toBe(false);
    expect(isInUse({ lastUsedAt: null }, NOW)).toBe(false);
  });
});
