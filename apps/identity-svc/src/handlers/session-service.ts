import { type Clock, countOutcome, type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import { type Device, SessionServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { listSessions, revokeSession, revokeSessionByToken, revokeSessions } from '../db/sessions.js';
import type { ManagementTokens } from '../usecases/management-tokens.js';
import type { reauthenticate } from '../usecases/reauthenticate.js';
import type { renewSession } from '../usecases/renew-session.js';
import type { secondFactor } from '../usecases/second-factor.js';
import type { Authenticate } from '../usecases/sessions.js';
import type { signIn } from '../usecases/sign-in.js';
import { toActorMessage, toTokenActorMessage } from './to-proto.js';

export const toDevice = (device: Device | undefined) => ({
  userAgent: device?.userAgent ?? '',
  source: device?.source ?? '',
});

/** Sessions of users. */
export function createSessionService(deps: {
  db: Knex;
  clock: Clock;
  authenticate: Authenticate;
  renew: ReturnType<typeof renewSession>;
  tokens: Pick<ManagementTokens, 'authenticate'>;
  signIn: ReturnType<typeof signIn>;
  factors: ReturnType<typeof secondFactor>;
  reauthenticate: ReturnType<typeof reauthenticate>;
}) {
  const { db, clock } = deps;
  const handlers: Handlers<typeof SessionServiceService> = {
    async authenticate({ tokenHash, isManagementToken }) {
      const hash = Buffer.from(tokenHash);
      if (isManagementToken) return { actor: toTokenActorMessage(await deps.tokens.authenticate(hash)) };
      return { actor: toActorMessage(await deps.authenticate(hash)) };
    },

    async signIn({ email, password, device }) {
      const { token, endsAt, needsSecondFactor } = await countOutcome(
        'svc_sign_ins_total',
        deps.signIn(email, password, toDevice(device)),
        (started) => (started.needsSecondFactor ? 'needs_second_factor' : 'signed_in'),
      );
      return { token, needsSecondFactor, endTime: endsAt };
    },

    async verifySecondFactor({ tokenHash, factor }) {
      if (!factor) throw new ServiceError('INVALID_REQUEST', 'A code or a recovery code must be given.');
      const given = factor.$case === 'code' ? { code: factor.value } : { recoveryCode: factor.value };
      const { token, endsAt } = await countOutcome(
        'svc_sign_ins_total',
        deps.factors.verify(Buffer.from(tokenHash), given),
        () => 'signed_in',
      );
      return { token, endTime: endsAt };
    },

    async signOut({ tokenHash }) {
      await revokeSessionByToken(db, Buffer.from(tokenHash), clock.now());
      return {};
    },

    async renewSession({ tokenHash }) {
      const renewed = await deps.renew(Buffer.from(tokenHash));
      return renewed ? { token: renewed.token, endTime: renewed.endsAt } : { token: '' };
    },

    async reauthenticate({ sessionId, factor }) {
      if (!factor) throw new ServiceError('INVALID_REQUEST', 'A password or a code must be given.');
      await deps.reauthenticate(
        sessionId,
        factor.$case === 'password' ? { password: factor.value } : { code: factor.value },
      );
      return {};
    },

    async listSessions({ userId }) {
      const items = await listSessions(db, userId, clock.now());
      return {
        items: items.map(({ id, userAgent, network, createdAt, lastSeenAt }) => ({
          id,
          userAgent,
          network,
          createTime: createdAt,
          lastSeenTime: lastSeenAt,
        })),
      };
    },

    async revokeSessions({ userId, sessionId, exceptSessionId }) {
      if (sessionId === '') await revokeSessions(db, userId, clock.now(), exceptSessionId);
      else if (!(await revokeSession(db, userId, sessionId, clock.now()))) {
        throw new ServiceError('NOT_FOUND', 'There is no session with this id.');
      }
      return {};
    },
  };
  return service(SessionServiceService, withoutNul(handlers));
}
