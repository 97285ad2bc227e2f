import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import { type ManagementToken, roles, TokenServiceService } from '@svc/proto';
import type { ManagementTokenRow } from '../db/tables.js';
import type { ManagementTokens } from '../usecases/management-tokens.js';

type Shown = Omit<ManagementTokenRow, 'seq' | 'last_used_at' | 'revoked_at'> &
  Partial<Pick<ManagementTokenRow, 'last_used_at' | 'revoked_at'>>;

const toMessage = (row: Shown): ManagementToken => ({
  id: row.id,
  name: row.name,
  role: roles.fromName(row.role),
  lastFour: row.last_four,
  createTime: row.created_at,
  expireTime: row.expires_at,
  ...(row.last_used_at ? { lastUsedTime: row.last_used_at } : {}),
  ...(row.revoked_at ? { revokeTime: row.revoked_at } : {}),
});

/** Management tokens of users. The caller has authorized the user. */
export function createTokenService(use: ManagementTokens) {
  const handlers: Handlers<typeof TokenServiceService> = {
    async createManagementToken({ companyId, userId, name, role, expireTime }) {
      const wanted = roles.toNullable(role);
      if (wanted === null || !expireTime)
        throw new ServiceError('INVALID_REQUEST', 'role and expiresAt must be given.');
      const { row, value } = await use.create(companyId, userId, { name, role: wanted, expiresAt: expireTime });
      return { token: toMessage(row), value };
    },

    async listManagementTokens({ companyId, userId }) {
      return { tokens: (await use.list(companyId, userId)).map(toMessage) };
    },

    async revokeManagementToken({ companyId, userId, tokenId }) {
      await use.revoke(companyId, userId, tokenId);
      return {};
    },
  };
  return service(TokenServiceService, withoutNul(handlers));
}
