import type { Role } from '@svc/domain';
import { type Db, type PreparedStatement, readPrepared } from '@svc/kit';
import type { Knex } from 'knex';
import { addMs } from '../domain/lifetimes.js';
import { getLowerRole } from '../domain/roles.js';
import type { Membership } from './find-actor.js';
import type { ManagementTokenRow, UserRow } from './tables.js';
import { toUser, type User } from './users.js';

/** The user behind a management token, with the one company in which it acts. */
export interface TokenActor {
  tokenId: string;
  user: User;
  membership: Membership;
  lastUsedAt: Date | null;
}

interface Row extends UserRow {
  token_id: string;
  company_id: string;
  token_role: Role;
  member_role: Role | null;
  last_used_at: Date | null;
  may_invite: boolean;
  require_two_factor: boolean;
  editors_may_publish: boolean;
}

const FIND_TOKEN_ACTOR: PreparedStatement = {
  name: 'find-token-actor',
  text: `
    select t.id as token_id, t.company_id, t.role as token_role, t.last_used_at, m.role as member_role,
           u.id, u.email, u.email_key, u.name, u.locale, u.totp_confirmed_at, u.is_platform_admin, u.state, u.created_at,
           u.last_sign_in_at, coalesce(p.may_invite, false) as may_invite,
           coalesce(p.require_two_factor, false) as require_two_factor,
           coalesce(p.editors_may_publish, false) as editors_may_publish
      from all_management_tokens t join users u on u.id = t.user_id
      left join all_memberships m on m.company_id = t.company_id and m.user_id = u.id
      left join all_company_policies p on p.company_id = t.company_id
     where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and u.state = 'ACTIVE'
       and (m.role is not null or u.is_platform_admin)`,
};

/**
 * Undefined: the token is unknown, revoked or expired, or its user is disabled or no longer in the company. A token never has more
 * than the role that its user has now; platform administrators have every role.
 */
export async function findTokenActor(db: Knex, tokenHash: Buffer, now: Date): Promise<TokenActor | undefined> {
  const { rows } = await readPrepared<Row>(db, FIND_TOKEN_ACTOR, [tokenHash, now]);
  const row = rows[0];
  if (!row) return undefined;
  const { may_invite: mayInvite, require_two_factor: requireTwoFactor, editors_may_publish: editorsMayPublish } = row;
  const role = row.is_platform_admin ? row.token_role : getLowerRole(row.token_role, row.member_role ?? 'ANALYST');
  return {
    tokenId: row.token_id,
    user: toUser(row),
    membership: { companyId: row.company_id, role, mayInvite, requireTwoFactor, editorsMayPublish },
    lastUsedAt: row.last_used_at,
  };
}

/** Tokens of a user in a company, newest first. */
export const listManagementTokens = (db: Db, companyId: string, userId: string): Promise<ManagementTokenRow[]> =>
  db<ManagementTokenRow>('management_tokens')
    .where({ company_id: companyId })
    .where({ user_id: userId })
    .orderBy('seq', 'desc')
    .limit(100);

/** Tokens of a user in a company that work. */
export async function countActiveTokens(db: Db, companyId: string, userId: string, now: Date): Promise<number> {
  const row = await db('management_tokens')
    .where({ company_id: companyId, user_id: userId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .first<{ count: string }>(db.raw('count(*)'));
  return Number(row?.count ?? 0);
}

export async function insertManagementToken(
  db: Db,
  row: Omit<ManagementTokenRow, 'seq' | 'last_used_at' | 'revoked_at'>,
): Promise<void> {
  await db('management_tokens').insert(row);
}

/** False without such a token of the user. */
export async function revokeManagementToken(
  db: Db,
  companyId: string,
  token: { userId: string; id: string },
  now: Date,
): Promise<boolean> {
  const count = await db('management_tokens')
    .where({ company_id: companyId, user_id: token.userId, id: token.id })
    .update({ revoked_at: db.raw('coalesce(revoked_at, ?)', [now]) });
  return count > 0;
}

/** Records a use, unless one was recorded less than a minute before. */
export async function recordTokenUse(db: Db, companyId: string, id: string, now: Date): Promise<void> {
  await db('management_tokens')
    .where({ company_id: companyId, id })
    .where((query) => query.whereNull('last_used_at').orWhere('last_used_at', '<=', addMs(now, -60_000)))
    .update({ last_used_at: now });
}
