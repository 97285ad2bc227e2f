import { type Clock, forCompany, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { createLinkToken, toLink } from '../credentials/link-token.js';
import { discardResetTokens, findUserOfResetToken, insertResetToken, takeResetToken } from '../db/factors.js';
import { listCompanyNames } from '../db/invitations.js';
import { findMember } from '../db/members.js';
import { revokeSessions } from '../db/sessions.js';
import { findUser, findUserByEmail, lockUser, updateUser } from '../db/users.js';
import { toEmailKey } from '../domain/email.js';
import { addMs, MAILED_RESET_MS, SHOWN_RESET_MS } from '../domain/lifetimes.js';
import { checkPassword } from '../domain/password-rules.js';
import type { BackgroundMails } from '../mail/background-mails.js';
import type { Mailer } from '../mail/create-mailer.js';
import { resetMail } from '../mail/texts.js';
import type { Passwords } from './passwords.js';

interface Deps {
  db: Knex;
  clock: Clock;
  passwords: Passwords;
  mails: BackgroundMails;
}

/** Changes the password of a signed-in user; all other sessions end. @throws ServiceError INVALID_REQUEST. */
export function changePassword({ db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>) {
  return async function change(userId: string, sessionId: string, current: string, next: string): Promise<void> {
    const user = await findUser(db, userId);
    if (!user || !(await passwords.verify(current, user.password_hash)).isRight) {
      const message = 'The current password is wrong.';
      throw new ServiceError('INVALID_REQUEST', message, { details: [{ path: '/current', message }] });
    }
    await checkPassword(next, [user.email, ...(await listCompanyNames(db, userId))], '/next');
    const password_hash = await passwords.hash(next);
    const isChanged = await db.transaction(async (trx) => {
      // Verifying takes long: another password may have been set meanwhile.
      if ((await lockUser(trx, userId))?.password_hash !== user.password_hash) return false;
      const now = clock.now();
      await updateUser(trx, userId, { password_hash, password_changed_at: now });
      await discardResetTokens(trx, userId, now);
      await revokeSessions(trx, userId, now, sessionId);
      return true;
    });
    if (!isChanged) await change(userId, sessionId, current, next);
  };
}

/** Links that set a password once. docs/identity.md I7. */
export function passwordReset(deps: Deps) {
  const { db, clock, passwords, mails } = deps;

  async function createLink(userId: string, dashboardOrigin: string, validMs: number): Promise<string> {
    const { token, hash } = createLinkToken();
    const now = clock.now();
    await db.transaction(async (trx) => {
      // Of two links that are made simultaneously, the later one must see the other to spoil it.
      await lockUser(trx, userId);
      await discardResetTokens(trx, userId, now);
      await insertResetToken(trx, { token_hash: hash, user_id: userId, expires_at: addMs(now, validMs) });
    });
    return toLink(dashboardOrigin, 'reset', token);
  }

  async function sendLink(send: Mailer, email: string, dashboardOrigin: string): Promise<void> {
    const user = await findUserByEmail(db, toEmailKey(email));
    if (user?.state !== 'ACTIVE') return;
    await send(user.email, resetMail(await createLink(user.id, dashboardOrigin, MAILED_RESET_MS), user.locale));
  }

  return {
    /** Answers before it looks for the account, so that the answer says nothing about it. */
    request(email: string, dashboardOrigin: string): void {
      mails.start('a password link', (send) => sendLink(send, email, dashboardOrigin));
    },

    /** A link for an administrator to hand over. @param companyId - undefined: any user. @throws ServiceError NOT_FOUND. */
    async createLink(userId: string, companyId: string | undefined, dashboardOrigin: string): Promise<string> {
      const user =
        companyId === undefined
          ? await findUser(db, userId)
          : await forCompany(db, companyId, (trx) => findMember(trx, companyId, userId));
      if (!user) throw new ServiceError('NOT_FOUND', 'There is no user with this id.');
      return createLink(userId, dashboardOrigin, SHOWN_RESET_MS);
    },

    /** Sets the password; all sessions of the user end. @throws ServiceError NOT_FOUND or INVALID_REQUEST. */
    async reset(token: string, password: string): Promise<void> {
      // Before the hash, which takes long. Whose names to compare with is known only once the link has proved valid.
      await checkPassword(password, []);
      const password_hash = await passwords.hash(password);
      const now = clock.now();
      await db.transaction(async (trx) => {
        const hash = sha256(token);
        const userId = await findUserOfResetToken(trx, hash);
        // Before the token, as everything that spoils links does: otherwise two of them could wait for each other.
        const user = userId === undefined ? undefined : await lockUser(trx, userId);
        if (!user || (await takeResetToken(trx, hash, now)) === undefined)
          throw new ServiceError('NOT_FOUND', 'The link was used or has expired; request a new one.');
        await checkPassword(password, [user.email, ...(await listCompanyNames(trx, user.id))]);
        await updateUser(trx, user.id, { password_hash, password_changed_at: now });
        await revokeSessions(trx, user.id, now);
      });
    },
  };
}
