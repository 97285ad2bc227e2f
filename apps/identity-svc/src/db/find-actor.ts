import type { Role } from '@svc/domain';
import { type PreparedStatement, readPrepared } from '@svc/kit';
import type { Knex } from 'knex';
import type { CompanyPolicy } from '../domain/roles.js';
import type { UserRow } from './tables.js';
import { toUser, type User } from './users.js';

export interface Membership extends CompanyPolicy {
  companyId: string;
  role: Role;
}

/** The user behind a session, with everything that decides what the session may do. */
export interface Actor {
  sessionId: string;
  user: User;
  memberships: Membership[];
  authenticatedAt: Date;
  lastSeenAt: Date;
  endsAt: Date;
  awaitsFactor: boolean;
  /** The session needs a new token. False for a token that was replaced. */
  mustRenew: boolean;
}

interface Row extends UserRow {
  session_id: string;
  authenticated_at: Date;
  last_seen_at: Date;
  ends_at: Date;
  awaits_factor: boolean;
  must_renew: boolean;
  memberships: Membership[];
}

const FIND_ACTOR: PreparedStatement = {
  name: 'find-actor',
  text: `
    select s.id as session_id, s.authenticated_at, s.last_seen_at, s.ends_at, s.awaits_factor,
           s.must_renew and s.token_hash = $1 as must_renew,
           u.id, u.email, u.email_key, u.name, u.locale, u.totp_confirmed_at, u.is_platform_admin, u.state, u.created_at,
           u.last_sign_in_at,
           coalesce((select json_agg(json_build_object('companyId', m.company_id, 'role', m.role,
                       'mayInvite', coalesce(p.may_invite, false), 'requireTwoFactor', coalesce(p.require_two_factor, false),
                       'editorsMayPublish', coalesce(p.editors_may_publish, false)) order by m.company_id)
                       from all_memberships m left join all_company_policies p using (company_id)
                      where m.user_id = u.id), '[]') as memberships
      from sessions s join users u on u.id = s.user_id
     where (s.token_hash = $1 or s.id = (select f.session_id from former_session_tokens f
                                          where f.token_hash = $1 and f.valid_until > $2))
       and s.revoked_at is null and s.idle_until > $2 and s.ends_at > $2 and u.state = 'ACTIVE'`,
};

/** Undefined: the token is unknown, its session has ended, or the user is disabled. One statement, by unique indexes. */
export async function findActor(db: Knex, tokenHash: Buffer, now: Date): Promise<Actor | undefined> {
  const { rows } = await readPrepared<Row>(db, FIND_ACTOR, [tokenHash, now]);
  const row = rows[0];
  return (
    row && {
      sessionId: row.session_id,
      user: toUser(row),
      memberships: row.memberships,
      authenticatedAt: row.authenticated_at,
      lastSeenAt: row.last_seen_at,
      endsAt: row.ends_at,
      awaitsFactor: row.awaits_factor,
      mustRenew: row.must_renew,
    }
  );
}
