import { MAX_ACTIVE_API_KEYS } from '@svc/domain';
import { type Clock, forCompany, generateApiKey, hashApiKey, randomId, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type ApiKeyRecord, countActiveKeys, insertKey } from '../../db/api-keys.js';
import { lockKeys } from '../../db/locks.js';
import { checkKeyRequest, type KeyRequest } from '../../domain/company/api-key-rules.js';

/**
 * Creates a key. Its value is in the answer and nowhere else. Exactly 20 keys of a company can be active, however many
 * creates arrive simultaneously: a lock serializes them. docs/contract.md C5.
 * @throws ServiceError INVALID_REQUEST, NOT_FOUND or API_KEY_LIMIT.
 */
export function createApiKey(deps: { db: Knex; clock: Clock }) {
  return async (companyId: string, request: KeyRequest): Promise<{ key: ApiKeyRecord; value: string }> => {
    const wanted = checkKeyRequest(request, deps.clock.now());
    return forCompany(deps.db, companyId, async (trx) => {
      await lockKeys(trx, companyId);
      const now = deps.clock.now();
      if ((await countActiveKeys(trx, companyId, now)) >= MAX_ACTIVE_API_KEYS) {
        throw new ServiceError(
          'API_KEY_LIMIT',
          `The company has ${MAX_ACTIVE_API_KEYS} active keys; revoke one before you create another.`,
        );
      }
      const value = generateApiKey();
      const key: ApiKeyRecord = {
        id: randomId(),
        lastFour: value.slice(-4),
        createdAt: now,
        createdBy: request.createdBy || null,
        lastUsedAt: null,
        revokedAt: null,
        ...wanted,
      };
      await insertKey(trx, companyId, { ...key, userId: request.userId }, hashApiKey(value));
      return { key, value };
    });
  };
}
