import type { Db } from '@svc/kit';
import { addMs, IDLE_MS } from '../domain/lifetimes.js';
import { findFormerSession } from './session-renewal.js';
import type { SessionRow } from './tables.js';

export interface Session {
  id: string;
  userAgent: string;
  network: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export async function insertSession(
  db: Db,
  session: Omit<SessionRow, 'factor_attempts' | 'revoked_at' | 'last_seen_at' | 'must_renew'>,
): Promise<void> {
  await db('sessions').insert({ ...session, last_seen_at: session.created_at });
}

/** Records a use, unless one was recorded less than a minute before; decided by the database, so replicas may race. */
export async function recordSessionUse(db: Db, id: string, now: Date): Promise<void> {
  await db('sessions')
    .where({ id })
    .where('last_seen_at', '<=', addMs(now, -60_000))
    .update({ last_seen_at: now, idle_until: db.raw('least(?::timestamptz, ends_at)', [addMs(now, IDLE_MS)]) });
}

/** Counts an attempt at the second factor. Undefined: no such sign-in awaits one, or it had too many attempts. */
export async function countFactorAttempt(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  maxAttempts: number,
): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow>('sessions')
    .where({ token_hash: tokenHash, awaits_factor: true })
    .whereNull('revoked_at')
    .where('ends_at', '>', now)
    .where('factor_attempts', '<', maxAttempts)
    .update({ factor_attempts: db.raw('factor_attempts + 1') as never })
    .returning('*');
  return row as SessionRow | undefined;
}

export const findSession = (db: Db, id: string): Promise<SessionRow | undefined> =>
  db<SessionRow>('sessions').where({ id }).whereNull('revoked_at').first();

/** Makes the sign-in of a session fresh, and adds the factor that was verified. */
export async function refreshSession(db: Db, id: string, factor: string, now: Date): Promise<void> {
  await db('sessions')
    .where({ id })
    .update({
      authenticated_at: now,
      factors: db.raw('case when ? = any(factors) then factors else array_append(factors, ?) end', [factor, factor]),
    });
}

/** Ends the session of a token, also of one that was replaced a moment ago. False: it had ended already. */
export async function revokeSessionByToken(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const count = await db('sessions')
    .where((of) => of.where({ token_hash: tokenHash }).orWhereIn('id', findFormerSession(db, tokenHash, now)))
    .whereNull('revoked_at')
    .update({ revoked_at: now });
  return count > 0;
}

/** Ends one session of a user. False without such a session. */
export async function revokeSession(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const count = await db('sessions')
    .where({ user_id: userId, id })
    .update({ revoked_at: db.raw('coalesce(revoked_at, ?)', [now]) });
  return count > 0;
}

/** Ends all sessions of a user but one. */
export async function revokeSessions(db: Db, userId: string, now: Date, except = ''): Promise<void> {
  await db('sessions')
    .where({ user_id: userId })
    .whereNot({ id: except })
    .whereNull('revoked_at')
    .update({ revoked_at: now });
}

/** Sessions that have not ended, as of a time. */
const activeSessions = (db: Db, now: Date) =>
  db<SessionRow>('sessions as s')
    .where('s.awaits_factor', false)
    .whereNull('s.revoked_at')
    .where('s.ends_at', '>', now)
    .where('s.idle_until', '>', now);

/** How many sessions of a company's members have not ended. */
export async function countSessions(db: Db, companyId: string, now: Date): Promise<number> {
  const [row] = await activeSessions(db, now)
    .join('memberships as m', 'm.user_id', 's.user_id')
    .where('m.company_id', companyId)
    .count<{ count: string }[]>('* as count');
  return Number(row?.count ?? 0);
}

/** Sessions of a user that have not ended, newest first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<Session[]> {
  const rows = await activeSessions(db, now)
    .where('s.user_id', userId)
    .select<SessionRow[]>('s.*')
    .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
    .limit(100);
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    network: row.network,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Deletes sessions and tokens of links that ended before a time. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db('sessions').where('ends_at', '<', before).delete();
  await db('former_session_tokens').where('valid_until', '<', before).delete();
  await db('reset_tokens').where('expires_at', '<', before).delete();
}
