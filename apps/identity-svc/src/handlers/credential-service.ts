import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import { CredentialServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { toUser, updateUser } from '../db/users.js';
import { checkLocale, checkName } from '../domain/profile.js';
import type { changePassword, passwordReset } from '../usecases/change-password.js';
import type { secondFactor } from '../usecases/second-factor.js';
import { toUserMessage } from './to-proto.js';

/** Passwords, second factors and what is shown of a user. The caller has authenticated the user. */
export function createCredentialService(deps: {
  db: Knex;
  changePassword: ReturnType<typeof changePassword>;
  reset: ReturnType<typeof passwordReset>;
  factors: ReturnType<typeof secondFactor>;
}) {
  const handlers: Handlers<typeof CredentialServiceService> = {
    async changePassword({ userId, sessionId, current, next }) {
      await deps.changePassword(userId, sessionId, current, next);
      return {};
    },

    async requestReset({ email, dashboardOrigin }) {
      deps.reset.request(email, dashboardOrigin);
      return {};
    },

    async createResetLink({ userId, companyId, dashboardOrigin }) {
      return { link: await deps.reset.createLink(userId, companyId || undefined, dashboardOrigin) };
    },

    async reset({ token, password }) {
      await deps.reset.reset(token, password);
      return {};
    },

    beginTotp: ({ userId }) => deps.factors.begin(userId),

    async confirmTotp({ userId, sessionId, code }) {
      return { recoveryCodes: await deps.factors.confirm(userId, sessionId, code) };
    },

    async removeTotp({ userId }) {
      await deps.factors.remove(userId);
      return {};
    },

    async createRecoveryCodes({ userId }) {
      return { recoveryCodes: await deps.factors.recreateCodes(userId) };
    },

    async updateProfile({ userId, name, locale }) {
      const changes = {
        ...(name === undefined ? {} : { name: checkName(name) }),
        ...(locale === undefined ? {} : { locale: checkLocale(locale) }),
      };
      if (Object.keys(changes).length === 0) throw new ServiceError('INVALID_REQUEST', 'name or locale must be given.');
      const row = await updateUser(deps.db, userId, changes);
      if (!row) throw new ServiceError('NOT_FOUND', 'There is no user with this id.');
      return { user: toUserMessage(toUser(row)) };
    },
  };
  return service(CredentialServiceService, withoutNul(handlers));
}
