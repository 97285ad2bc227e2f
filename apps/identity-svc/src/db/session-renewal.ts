import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import type { MembershipRow, SessionRow } from './tables.js';

/** The sessions of a user get new tokens with their next requests: what the user may do has changed. */
export async function requireRenewal(db: Db, userId: string): Promise<void> {
  await db('sessions').where({ user_id: userId, awaits_factor: false }).whereNull('revoked_at').update({
    must_renew: true,
  });
}

/** The same for all members of the company of the transaction. */
export async function requireRenewalOfMembers(db: Db, companyId: string): Promise<void> {
  await db('sessions')
    .whereIn('user_id', db<MembershipRow>('memberships').where({ company_id: companyId }).select('user_id'))
    .where({ awaits_factor: false })
    .whereNull('revoked_at')
    .update({ must_renew: true });
}

/**
 * Replaces the token of a session that needs it, once. The former one is accepted until a time.
 * @returns when the session ends; undefined: nothing was to be replaced, or a simultaneous request was first.
 */
export async function replaceToken(
  trx: Knex.Transaction,
  tokens: { former: Buffer; next: Buffer; formerUntil: Date },
): Promise<Date | undefined> {
  const [session] = await trx<SessionRow>('sessions')
    .where({ token_hash: tokens.former, must_renew: true })
    .whereNull('revoked_at')
    .update({ token_hash: tokens.next, must_renew: false })
    .returning(['id', 'ends_at']);
  if (!session) return undefined;
  const former = { token_hash: tokens.former, session_id: session.id, valid_until: tokens.formerUntil };
  await trx('former_session_tokens').insert(former);
  return session.ends_at;
}

/** Id of the session whose token was this one and was replaced a moment ago. */
export const findFormerSession = (db: Db, tokenHash: Buffer, now: Date): Knex.QueryBuilder =>
  db('former_session_tokens').where({ token_hash: tokenHash }).where('valid_until', '>', now).select('session_id');
