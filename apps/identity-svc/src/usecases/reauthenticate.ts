import { type Clock, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findSession, refreshSession } from '../db/sessions.js';
import { findUser } from '../db/users.js';
import type { Passwords } from './passwords.js';
import type { secondFactor } from './second-factor.js';

export type Proof = { password: string } | { code: string };

/** Makes the sign-in of a session fresh. docs/identity.md I3.4. @throws ServiceError UNAUTHORIZED. */
export function reauthenticate(deps: {
  db: Knex;
  clock: Clock;
  passwords: Passwords;
  factors: ReturnType<typeof secondFactor>;
}) {
  const { db, clock, passwords, factors } = deps;
  return async (sessionId: string, proof: Proof): Promise<void> => {
    const session = await findSession(db, sessionId);
    const user = session && (await findUser(db, session.user_id));
    if (!session || !user) throw new ServiceError('UNAUTHORIZED', 'The session has ended; sign in again.');
    const isRight =
      'password' in proof
        ? (await passwords.verify(proof.password, user.password_hash)).isRight
        : user.totp_confirmed_at !== null && (await factors.check(user.id, proof.code));
    if (!isRight) throw new ServiceError('UNAUTHORIZED', 'The password or the code is wrong.');
    await refreshSession(db, sessionId, 'password' in proof ? 'password' : 'totp', clock.now());
  };
}
