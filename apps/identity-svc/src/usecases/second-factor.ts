import { type Clock, type SecretBox, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  createRecoveryCodes,
  createTotpSecret,
  findTotpStep,
  hashRecoveryCode,
  isOfWrongClock,
  toTotpUri,
} from '../credentials/totp.js';
import { replaceRecoveryCodes, takeRecoveryCode } from '../db/factors.js';
import { isFactorRequired } from '../db/members.js';
import { requireRenewal } from '../db/session-renewal.js';
import { countFactorAttempt, refreshSession, revokeSessionByToken, revokeSessions } from '../db/sessions.js';
import type { UserRow } from '../db/tables.js';
import { lockUser, updateUser } from '../db/users.js';
import { type StartedSession, startSession } from './sessions.js';

/** docs/identity.md I6.3. */
const MAX_ATTEMPTS = 5;

export type Factor = { code: string } | { recoveryCode: string };

const over = () => new ServiceError('UNAUTHORIZED', 'The sign-in has expired or had too many attempts; begin again.');
const refuseCode = (path: string, message: string) =>
  new ServiceError('INVALID_REQUEST', message, { details: [{ path, message }] });

/**
 * Second factors of users: authenticator apps and recovery codes. docs/identity.md I6.
 * @param deps.secrets - undefined: IDENTITY_KEYS is not set.
 */
export function secondFactor(deps: { db: Knex; clock: Clock; secrets: SecretBox | undefined }) {
  const { db, clock } = deps;
  const secrets = (): SecretBox => {
    if (deps.secrets) return deps.secrets;
    throw new ServiceError('UNAVAILABLE', 'Second factors are not configured: the operator must set IDENTITY_KEYS.');
  };

  /** Accepts each step once, also when two requests bring its code simultaneously: the user's row is locked. */
  async function acceptCode(trx: Knex.Transaction, user: UserRow, code: string): Promise<boolean> {
    if (!user.totp_secret) return false;
    const step = findTotpStep(secrets().open(user.totp_secret, user.id), code.replace(/\s/g, ''), clock.now());
    if (step === null || step <= Number(user.totp_last_step)) return false;
    await updateUser(trx, user.id, { totp_last_step: String(step) });
    return true;
  }

  const acceptFactor = (trx: Knex.Transaction, user: UserRow, factor: Factor): Promise<boolean> =>
    'code' in factor
      ? acceptCode(trx, user, factor.code)
      : takeRecoveryCode(trx, user.id, hashRecoveryCode(factor.recoveryCode), clock.now());

  async function locked(trx: Knex.Transaction, userId: string): Promise<UserRow> {
    const user = await lockUser(trx, userId);
    if (!user) throw new ServiceError('NOT_FOUND', 'There is no user with this id.');
    return user;
  }

  async function giveRecoveryCodes(trx: Knex.Transaction, userId: string): Promise<string[]> {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
    return codes;
  }

  return {
    /** Completes a sign-in under a new token. @throws ServiceError UNAUTHORIZED. */
    async verify(tokenHash: Buffer, factor: Factor): Promise<StartedSession> {
      const now = clock.now();
      const session = await countFactorAttempt(db, tokenHash, now, MAX_ATTEMPTS);
      if (!session) throw over();
      return db.transaction(async (trx) => {
        const user = await locked(trx, session.user_id);
        if (user.state !== 'ACTIVE' || !(await acceptFactor(trx, user, factor))) {
          throw new ServiceError('UNAUTHORIZED', 'The code is wrong or was used before; enter the next one.');
        }
        // It may have ended since the attempt was counted: completed by another request, or by a new password.
        if (!(await revokeSessionByToken(trx, tokenHash, now))) throw over();
        await updateUser(trx, user.id, { last_sign_in_at: now });
        return startSession(trx, now, {
          userId: user.id,
          device: { userAgent: session.user_agent, source: '' },
          network: session.network,
          factors: [...session.factors, 'code' in factor ? 'totp' : 'recovery'],
        });
      });
    },

    /** Whether a code is right, for a session that needs a fresh sign-in. */
    check: (userId: string, code: string): Promise<boolean> =>
      db.transaction(async (trx) => acceptCode(trx, await locked(trx, userId), code)),

    /** Begins an enrollment; an earlier one that was not completed is replaced. @throws ServiceError CONFLICT. */
    begin: (userId: string): Promise<{ secret: string; uri: string }> =>
      db.transaction(async (trx) => {
        const user = await locked(trx, userId);
        if (user.totp_confirmed_at)
          throw new ServiceError('CONFLICT', 'An authenticator app is set up; remove it first.');
        const secret = createTotpSecret();
        // Steps are those of one secret: one whose code was accepted of the former may be the first of this one.
        await updateUser(trx, userId, { totp_secret: secrets().seal(secret, userId), totp_last_step: '0' });
        return { secret, uri: toTotpUri(secret, user.email) };
      }),

    /** Completes it with a first code; all other sessions of the user end. @returns the recovery codes, which are shown once. */
    confirm: (userId: string, sessionId: string, code: string): Promise<string[]> =>
      db.transaction(async (trx) => {
        const user = await locked(trx, userId);
        if (user.totp_confirmed_at || !user.totp_secret) {
          throw new ServiceError('CONFLICT', 'No enrollment of an authenticator app is in progress; begin one first.');
        }
        if (!(await acceptCode(trx, user, code))) {
          throw isOfWrongClock(secrets().open(user.totp_secret, user.id), code.replace(/\s/g, ''), clock.now())
            ? refuseCode('/clock', 'The clock of the device is wrong; set it, then enter the next code.')
            : refuseCode('/code', 'The code is wrong; check the clock of the device.');
        }
        const now = clock.now();
        await updateUser(trx, userId, { totp_confirmed_at: now });
        await refreshSession(trx, sessionId, 'totp', now);
        await requireRenewal(trx, userId);
        await revokeSessions(trx, userId, now, sessionId);
        return giveRecoveryCodes(trx, userId);
      }),

    /** @throws ServiceError CONFLICT while a company of the user requires it. */
    remove: (userId: string): Promise<void> =>
      db.transaction(async (trx) => {
        const user = await locked(trx, userId);
        if (await isFactorRequired(trx, userId)) {
          throw new ServiceError(
            'CONFLICT',
            'A company of this account requires a second factor; it cannot be removed.',
          );
        }
        await updateUser(trx, userId, { totp_secret: null, totp_confirmed_at: null });
        await replaceRecoveryCodes(trx, userId, []);
        if (user.totp_confirmed_at) await requireRenewal(trx, userId);
      }),

    /** New recovery codes in place of the old ones. @throws ServiceError CONFLICT without an authenticator app. */
    recreateCodes: (userId: string): Promise<string[]> =>
      db.transaction(async (trx) => {
        const user = await locked(trx, userId);
        if (!user.totp_confirmed_at) throw new ServiceError('CONFLICT', 'Set up an authenticator app first.');
        return giveRecoveryCodes(trx, userId);
      }),
  };
}
