import type { Schemas } from '../../api/client.js';

/** Specification, Limits: active keys of a company. */
export const MAX_ACTIVE_KEYS = 20;

const WARNING_MS = 14 * 24 * 3_600_000;
const RECENT_MS = 24 * 3_600_000;

export type KeyState = 'ACTIVE' | 'EXPIRES_SOON' | 'EXPIRED' | 'REVOKED';
type Times = Pick<Schemas['ApiKey'], 'expiresAt' | 'revokedAt'>;

/** What a key is at a time; one that expires within 14 days is announced. */
export function getKeyState({ expiresAt, revokedAt }: Times, now: number): KeyState {
  if (revokedAt !== null) return 'REVOKED';
  if (expiresAt === null) return 'ACTIVE';
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return 'EXPIRED';
  return leftMs < WARNING_MS ? 'EXPIRES_SOON' : 'ACTIVE';
}

const UNUSED_MS = 3_600_000;

/** No program has used the key for an hour, so a new one has taken its place. docs/dashboard.md Y4.6. */
export const isUnused = ({ lastUsedAt }: Pick<Schemas['ApiKey'], 'lastUsedAt'>, now: number): boolean =>
  lastUsedAt === null || now - Date.parse(lastUsedAt) >= UNUSED_MS;

/** A program has used the key within 24 hours, so it probably still does. */
export const isInUse = ({ lastUsedAt }: Pick<Schemas['ApiKey'], 'lastUsedAt'>, now: number): boolean =>
  lastUsedAt !== null && now - Date.parse(lastUsedAt) < RECENT_MS;
