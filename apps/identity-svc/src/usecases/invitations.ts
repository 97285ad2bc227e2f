import type { Role } from '@svc/domain';
import { type Clock, forCompany, type Logger, randomId, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { createLinkToken, toLink } from '../credentials/link-token.js';
import { findPending, insertInvitation, listInvitations, lockInvitation, updateInvitation } from '../db/invitations.js';
import { findMember } from '../db/members.js';
import type { InvitationRow } from '../db/tables.js';
import { findUser, findUserByEmail } from '../db/users.js';
import { isEmail, toEmailKey } from '../domain/email.js';
import { addMs, INVITATION_MS } from '../domain/lifetimes.js';
import type { Mailer } from '../mail/create-mailer.js';
import { invitationMail } from '../mail/texts.js';

/** docs/identity.md I5.3. */
const MAX_SENT = 5;
const RESEND_AFTER_MS = 60_000;

export interface Invitation {
  id: string;
  companyId: string | null;
  companyName: string;
  email: string;
  role: Role | null;
  state: 'PENDING' | 'ACCEPTED' | 'REVOKED' | 'EXPIRED';
  inviter: string;
  createdAt: Date;
  expiresAt: Date;
  sentCount: number;
}

interface Target {
  /** Null: the platform. */
  companyId: string | null;
  companyName: string;
  dashboardOrigin: string;
}

export function toInvitation(
  row: Omit<InvitationRow, 'seq' | 'locale' | 'accepted_at' | 'accepted_by' | 'last_sent_at'>,
  inviter: string,
  now: Date,
): Invitation {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    email: row.email,
    role: row.role,
    state: row.state === 'PENDING' && row.expires_at <= now ? 'EXPIRED' : row.state,
    inviter,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sentCount: row.sent_count,
  };
}

/** Invitations of a company or of the platform, from the side of those who invite. docs/identity.md I5. */
export function invitations(deps: { db: Knex; clock: Clock; mailer: Mailer | undefined; log: Logger }) {
  const { db, clock, mailer, log } = deps;

  /** A transaction that sees the invitations of the target only. */
  const within = <T>(companyId: string | null, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    companyId === null ? db.transaction(work) : forCompany(db, companyId, work);

  const getName = async (userId: string | null) => (userId === null ? '' : ((await findUser(db, userId))?.name ?? ''));

  /** Mails the link. @returns the link when it could not be mailed, for the inviter to hand over. */
  async function send(
    row: Pick<InvitationRow, 'id' | 'email' | 'locale' | 'company_name'>,
    inviter: string,
    link: string,
  ) {
    if (!mailer) {
      log.info({ invitationId: row.id }, 'an invitation was not mailed: SMTP_URL is not set');
      return link;
    }
    try {
      await mailer(row.email, invitationMail(link, row.company_name, inviter, row.locale));
      return undefined;
    } catch (error) {
      log.warn({ err: error, invitationId: row.id }, 'the mail of an invitation was not sent');
      return link;
    }
  }

  return {
    /** @throws ServiceError INVALID_REQUEST or CONFLICT. */
    async create(
      target: Target,
      request: { email: string; role: Role | null; locale: string; invitedBy: string | null },
    ): Promise<{ invitation: Invitation; link: string | undefined }> {
      const email = request.email.trim();
      if (!isEmail(email)) {
        const message = 'email must be an email address.';
        throw new ServiceError('INVALID_REQUEST', message, { details: [{ path: '/email', message }] });
      }
      const now = clock.now();
      const { token, hash } = createLinkToken();
      const row = {
        id: randomId(),
        company_id: target.companyId,
        company_name: target.companyName,
        email,
        email_key: toEmailKey(email),
        role: request.role,
        locale: request.locale,
        token_hash: hash,
        state: 'PENDING' as const,
        invited_by: request.invitedBy,
        created_at: now,
        expires_at: addMs(now, INVITATION_MS),
        sent_count: 1,
        last_sent_at: now,
      };
      await within(target.companyId, async (trx) => {
        const isNew = await insertInvitation(trx, row);
        // After the insertion, which waits for an acceptance that is in work: its member is then seen.
        const user = await findUserByEmail(trx, row.email_key);
        if (user && (await isThere(trx, target.companyId, user.id, user.is_platform_admin))) {
          throw new ServiceError('CONFLICT', 'This address belongs to a member already; change the role instead.');
        }
        if (isNew) return;
        const pending = await findPending(trx, row.email_key);
        throw new ServiceError('CONFLICT', 'An invitation for this address is pending; send it again or revoke it.', {
          details: pending ? [{ path: `/invitations/${pending.id}`, message: 'The pending invitation.' }] : [],
        });
      });
      const inviter = await getName(request.invitedBy);
      const link = await send(row, inviter, toLink(target.dashboardOrigin, 'invite', token));
      return { invitation: toInvitation(row, inviter, now), link };
    },

    async list(companyId: string | null): Promise<Invitation[]> {
      const now = clock.now();
      const rows = await within(companyId, listInvitations);
      const ids = [...new Set(rows.flatMap(({ invited_by }) => invited_by ?? []))];
      const names = new Map(await Promise.all(ids.map(async (id) => [id, await getName(id)] as const)));
      return rows.map((row) => toInvitation(row, names.get(row.invited_by ?? '') ?? '', now));
    },

    /** Replaces the token, so that an earlier link no longer works. @throws ServiceError NOT_FOUND, CONFLICT or RATE_LIMITED. */
    async resend(target: Target, id: string): Promise<string | undefined> {
      const now = clock.now();
      const { token, hash } = createLinkToken();
      const row = await within(target.companyId, async (trx) => {
        const found = await lockInvitation(trx, id);
        if (found?.state !== 'PENDING')
          throw new ServiceError('NOT_FOUND', 'There is no pending invitation with this id.');
        if (found.sent_count >= MAX_SENT) {
          throw new ServiceError(
            'CONFLICT',
            `An invitation is sent at most ${MAX_SENT} times; revoke it and create another.`,
          );
        }
        const waitMs = found.last_sent_at.getTime() + RESEND_AFTER_MS - now.getTime();
        if (waitMs > 0) {
          const retryAfterS = Math.ceil(waitMs / 1000);
          throw new ServiceError('RATE_LIMITED', 'An invitation is sent at most once a minute.', { retryAfterS });
        }
        await updateInvitation(trx, id, {
          token_hash: hash,
          expires_at: addMs(now, INVITATION_MS),
          sent_count: found.sent_count + 1,
          last_sent_at: now,
        });
        return found;
      });
      return send(row, await getName(row.invited_by), toLink(target.dashboardOrigin, 'invite', token));
    },

    /** Idempotent: a revoked invitation stays revoked. @throws ServiceError NOT_FOUND, or CONFLICT once it is accepted. */
    revoke: (companyId: string | null, id: string): Promise<void> =>
      within(companyId, async (trx) => {
        const found = await lockInvitation(trx, id);
        if (!found) throw new ServiceError('NOT_FOUND', 'There is no invitation with this id.');
        if (found.state === 'ACCEPTED')
          throw new ServiceError('CONFLICT', 'The invitation was accepted; remove the member instead.');
        await updateInvitation(trx, id, { state: 'REVOKED' });
      }),
  };
}

/** Whether an account is where an invitation would bring it. */
async function isThere(trx: Knex.Transaction, companyId: string | null, userId: string, isPlatformAdmin: boolean) {
  return companyId === null ? isPlatformAdmin : (await findMember(trx, companyId, userId)) !== undefined;
}
