import { expect, it } from 'vitest';
import { getTokenState } from './token-state.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const inDays = (days: number) => new Date(NOW + days * 24 * 3_600_000).toISOString();

it.each([
  [{ expiresAt: inDays(15), revokedAt: null }, 'ACTIVE'],
  [{ expiresAt: inDays(13), revokedAt: null }, 'ENDS_SOON'],
  [{ expiresAt: inDays(0), revokedAt: null }, 'ENDED'],
  [{ expiresAt: inDays(15), revokedAt: inDays(-1) }, 'REVOKED'],
] as const)('the state of a token with %o is %s (docs/dashboard.md Y43.2)', (token, expected) => {
  expect(getTokenState(token, NOW)).toBe(expected);
});
