import { type Clock, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findUserByEmail, lockUser, updateUser } from '../db/users.js';
import { toEmailKey } from '../domain/email.js';
import type { Passwords } from './passwords.js';
import { type Device, type StartedSession, startSession } from './sessions.js';

/**
 * Starts a session for an address and a password. Without an account, with a disabled one and with a wrong password the answer and its
 * time are the same. With a second factor the session awaits it. docs/identity.md I3.
 * @throws ServiceError UNAUTHORIZED or UNAVAILABLE.
 */
export function signIn(deps: { db: Knex; clock: Clock; passwords: Passwords }) {
  const { db, clock, passwords } = deps;
  return async function start(
    email: string,
    password: string,
    device: Device,
  ): Promise<StartedSession & { needsSecondFactor: boolean }> {
    const user = await findUserByEmail(db, toEmailKey(email));
    const { isRight, isOutdated } = await passwords.verify(password, user?.password_hash);
    if (!user || !isRight || user.state !== 'ACTIVE') {
      throw new ServiceError('UNAUTHORIZED', 'The email address or the password is wrong.');
    }
    const newHash = isOutdated ? { password_hash: await passwords.hash(password) } : {};
    const started = await db.transaction(async (trx) => {
      // Verifying takes long: what ends all sessions of the user meanwhile must end this one, too.
      const current = await lockUser(trx, user.id);
      if (current?.state !== 'ACTIVE' || current.password_hash !== user.password_hash) return undefined;
      const now = clock.now();
      const needsSecondFactor = current.totp_confirmed_at !== null;
      const session = { userId: user.id, device, factors: ['password'], awaitsFactor: needsSecondFactor };
      const changes = { ...newHash, ...(needsSecondFactor ? {} : { last_sign_in_at: now }) };
      if (Object.keys(changes).length > 0) await updateUser(trx, user.id, changes);
      return { ...(await startSession(trx, now, session)), needsSecondFactor };
    });
    return started ?? start(email, password, device);
  };
}
