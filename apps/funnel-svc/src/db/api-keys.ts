import type { Db } from '@svc/kit';
import type { ApiKeyRow } from './tables.js';

/** A Company API Key without its value. */
export interface ApiKeyRecord {
  id: string;
  name: string;
  lastFour: string;
  scopes: string[];
  createdAt: Date;
  /** Display name of the user; null: the platform token, or not known. */
  createdBy: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Keys that are neither revoked nor expired at `now`. */
export async function countActiveKeys(db: Db, companyId: string, now: Date): Promise<number> {
  const row = await db<ApiKeyRow>('api_keys')
    .where({ company_id: companyId })
    .whereNull('revoked_at')
    .where((either) => either.whereNull('expires_at').orWhere('expires_at', '>', now))
    .count({ count: '*' })
    .first();
  return Number(row?.count ?? 0);
}

/** @param userId - who creates it; undefined: the platform token. */
export async function insertKey(
  db: Db,
  companyId: string,
  { userId, ...key }: ApiKeyRecord & { userId?: string | undefined },
  hash: Buffer,
): Promise<void> {
  await db('api_keys').insert({
    id: key.id,
    company_id: companyId,
    name: key.name,
    key_hash: hash,
    last_four: key.lastFour,
    scopes: key.scopes,
    created_at: key.createdAt,
    created_by: key.createdBy,
    created_by_id: userId ?? null,
    expires_at: key.expiresAt,
  });
}

/** Keys of a company that are older than a position, newest first, each with its position. */
export async function listKeys(
  db: Db,
  companyId: string,
  before: string | undefined,
  limit: number,
): Promise<(ApiKeyRecord & { seq: string })[]> {
  const query = db<ApiKeyRow>('api_keys').where({ company_id: companyId }).orderBy('seq', 'desc').limit(limit);
  if (before !== undefined) query.where('seq', '<', before);
  const rows = await query;
  return rows.map((row) => ({
    seq: row.seq,
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}

/** Revokes a key; an earlier revocation keeps its time. False without such a key of the company. */
export async function revokeKey(db: Db, companyId: string, keyId: string, now: Date): Promise<boolean> {
  const count = await db('api_keys')
    .where({ company_id: companyId, id: keyId })
    .update({ revoked_at: db.raw('coalesce(revoked_at, ?)', [now]) });
  return count > 0;
}

/** Records a use, unless one was recorded less than a minute before; decided by the database, so replicas may race. */
export async function recordKeyUse(db: Db, keyId: string, now: Date): Promise<void> {
  await db('api_keys')
    .where({ id: keyId })
    .where((either) => either.whereNull('last_used_at').orWhere('last_used_at', '<=', new Date(now.getTime() - 60_000)))
    .update({ last_used_at: now });
}
