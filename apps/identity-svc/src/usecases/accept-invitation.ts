import { type Clock, type Db, randomId, ServiceError, setCompany, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { type FoundInvitation, findInvitationByToken, takeInvitation } from '../db/invitations.js';
import { saveMembership } from '../db/members.js';
import { requireRenewal } from '../db/session-renewal.js';
import { findUser, findUserByEmail, insertUser, lockUser, updateUser } from '../db/users.js';
import { checkPassword } from '../domain/password-rules.js';
import { checkName } from '../domain/profile.js';
import type { BackgroundMails } from '../mail/background-mails.js';
import { acceptedMail } from '../mail/texts.js';
import { type Invitation, toInvitation } from './invitations.js';
import type { Passwords } from './passwords.js';
import { type Device, type StartedSession, startSession } from './sessions.js';

/** A new account, or the signed-in user. */
export type Invitee = { userId: string } | { name: string; password: string; locale: string; device: Device };

export interface Accepted {
  companyId: string | null;
  userId: string;
  /** Of a new account. */
  session: StartedSession | undefined;
}

/** What an invitation offers. Consumes nothing, so that scanners of mail do no harm. @throws ServiceError NOT_FOUND. */
export function lookUpInvitation({ db, clock }: { db: Knex; clock: Clock }) {
  return async (token: string): Promise<{ invitation: Invitation; hasAccount: boolean }> => {
    const found = await findInvitationByToken(db, sha256(token));
    if (!found) throw unknown();
    const [account, inviter] = await Promise.all([
      findUserByEmail(db, found.email_key),
      found.invited_by === null ? undefined : findUser(db, found.invited_by),
    ]);
    return { invitation: toInvitation(found, inviter?.name ?? '', clock.now()), hasAccount: account !== undefined };
  };
}

/**
 * Accepts an invitation in one transaction. Of simultaneous requests one succeeds. docs/identity.md I5.4, I5.5.
 * @throws ServiceError NOT_FOUND, CONFLICT, UNAUTHORIZED or INVALID_REQUEST.
 */
export function acceptInvitation(deps: { db: Knex; clock: Clock; passwords: Passwords; mails: BackgroundMails }) {
  const { db, clock, passwords, mails } = deps;

  /** docs/identity.md I5.7. */
  function notifyInviter({ invited_by, company_name }: FoundInvitation, name: string, email: string): void {
    if (invited_by === null) return;
    mails.start('the notice of an accepted invitation', async (send) => {
      const inviter = await findUser(db, invited_by);
      if (inviter?.state !== 'ACTIVE') return;
      await send(inviter.email, acceptedMail(name, email, company_name, inviter.locale));
    });
  }

  return async (token: string, invitationId: string, invitee: Invitee): Promise<Accepted> => {
    const found = await findInvitationByToken(db, sha256(token));
    if (!found || found.id !== invitationId) throw unknown();
    if (found.state !== 'PENDING' || found.expires_at <= clock.now()) throw gone();
    const account = await findUserByEmail(db, found.email_key);
    if ('userId' in invitee) {
      if (account?.id !== invitee.userId) {
        throw new ServiceError('CONFLICT', 'The invitation is for another address; sign in with that address.');
      }
      await db.transaction((trx) => join(trx, found, invitee.userId, clock.now()));
      notifyInviter(found, account.name, account.email);
      return { companyId: found.company_id, userId: invitee.userId, session: undefined };
    }
    if (account) throw await refuseAccount(db, found);
    const name = checkName(invitee.name);
    await checkPassword(invitee.password, [found.email, found.company_name]);
    const password_hash = await passwords.hash(invitee.password);
    const now = clock.now();
    const userId = randomId();
    const session = await db.transaction(async (trx) => {
      const { email, email_key } = found;
      const isNew = await insertUser(trx, {
        ...{ id: userId, email, email_key, name, locale: invitee.locale },
        ...{ password_hash, created_at: now },
      });
      if (!isNew) throw await refuseAccount(trx, found);
      await join(trx, found, userId, now);
      await updateUser(trx, userId, { last_sign_in_at: now });
      return startSession(trx, now, { userId, device: invitee.device, factors: ['password'] });
    });
    notifyInviter(found, name, found.email);
    return { companyId: found.company_id, userId, session };
  };
}

/** A simultaneous request may have created the account after the invitation was read: by this invitation, or by another one. */
async function refuseAccount(db: Db, { token_hash }: FoundInvitation): Promise<ServiceError> {
  if ((await findInvitationByToken(db, token_hash))?.state !== 'PENDING') return gone();
  return new ServiceError('UNAUTHORIZED', 'The address has an account: sign in, then accept the invitation.');
}

async function join(trx: Knex.Transaction, found: FoundInvitation, userId: string, now: Date): Promise<void> {
  const { id, token_hash: tokenHash, email_key: emailKey, company_id, role, invited_by } = found;
  if (company_id !== null) await setCompany(trx, company_id);
  // First, as what disables or erases the user does: otherwise the two could wait for each other.
  await lockUser(trx, userId);
  if (!(await takeInvitation(trx, { id, tokenHash, emailKey, userId }, now))) throw gone();
  await requireRenewal(trx, userId);
  if (company_id === null || role === null) await updateUser(trx, userId, { is_platform_admin: true });
  else await saveMembership(trx, { company_id, user_id: userId, role, created_at: now, created_by: invited_by });
}

const unknown = () => new ServiceError('NOT_FOUND', 'There is no invitation with this link.');
const gone = () =>
  new ServiceError('CONFLICT', 'The invitation was used, was revoked or has expired; ask for a new one.');
