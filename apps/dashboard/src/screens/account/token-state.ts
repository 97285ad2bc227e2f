import type { Schemas } from '../../api/client.js';

const WARNING_MS = 14 * 24 * 3_600_000;

export type TokenState = 'ACTIVE' | 'ENDS_SOON' | 'ENDED' | 'REVOKED';

/** What a token is at a time; one that ends within 14 days is announced. docs/dashboard.md Y43.2. */
export function getTokenState(
  { expiresAt, revokedAt }: Pick<Schemas['ManagementToken'], 'expiresAt' | 'revokedAt'>,
  now: number,
): TokenState {
  if (revokedAt !== null) return 'REVOKED';
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return 'ENDED';
  return leftMs < WARNING_MS ? 'ENDS_SOON' : 'ACTIVE';
}
