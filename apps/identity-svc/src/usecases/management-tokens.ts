import type { Role } from '@svc/domain';
import { type Clock, forCompany, generateManagementToken, type Logger, randomId, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import {
  countActiveTokens,
  findTokenActor,
  insertManagementToken,
  listManagementTokens,
  recordTokenUse,
  revokeManagementToken,
  type TokenActor,
} from '../db/management-tokens.js';
import { findMember } from '../db/members.js';
import type { ManagementTokenRow } from '../db/tables.js';
import { lockUser } from '../db/users.js';
import { addMs, DAY_MS } from '../domain/lifetimes.js';
import { checkName } from '../domain/profile.js';
import { getLowerRole } from '../domain/roles.js';

/** docs/identity.md I12.2. */
const MAX_ACTIVE = 20;
const MAX_DAYS = 366;
const USE_INTERVAL_MS = 60_000;

type CreatedToken = Omit<ManagementTokenRow, 'seq' | 'last_used_at' | 'revoked_at'>;

export interface ManagementTokens {
  /** @throws ServiceError UNAUTHORIZED. */
  authenticate(tokenHash: Buffer): Promise<TokenActor>;
  /** @throws ServiceError NOT_FOUND, INVALID_REQUEST or CONFLICT. */
  create(
    companyId: string,
    userId: string,
    wanted: { name: string; role: Role; expiresAt: Date },
  ): Promise<{ row: CreatedToken; value: string }>;
  list(companyId: string, userId: string): Promise<ManagementTokenRow[]>;
  /** @throws ServiceError NOT_FOUND. */
  revoke(companyId: string, userId: string, id: string): Promise<void>;
  /** Resolves when all started writes have ended. */
  settled(): Promise<void>;
}

/** Tokens with which programs act for a user in one company. docs/identity.md I12. */
export function managementTokens(deps: { db: Knex; clock: Clock; log: Logger }): ManagementTokens {
  const { db, clock, log } = deps;
  const writes = new Map<string, Promise<void>>();

  /** Outside of the request path. */
  function recordUse({ tokenId, membership: { companyId } }: TokenActor, now: Date): void {
    const write = forCompany(db, companyId, (trx) => recordTokenUse(trx, companyId, tokenId, now))
      .catch((error: unknown) => log.warn({ err: error, tokenId }, 'use of a management token was not recorded'))
      .finally(() => writes.delete(tokenId));
    writes.set(tokenId, write);
  }

  return {
    async authenticate(tokenHash) {
      const now = clock.now();
      const actor = await findTokenActor(db, tokenHash, now);
      if (!actor) {
        throw new ServiceError('UNAUTHORIZED', 'The management token is unknown, was revoked or has expired.');
      }
      const isDue = actor.lastUsedAt === null || now.getTime() - actor.lastUsedAt.getTime() >= USE_INTERVAL_MS;
      if (isDue && !writes.has(actor.tokenId)) recordUse(actor, now);
      return actor;
    },

    create: (companyId, userId, wanted) =>
      forCompany(db, companyId, async (trx) => {
        const now = clock.now();
        // Locked, so that simultaneous requests cannot exceed the limit.
        const user = await lockUser(trx, userId);
        const member = await findMember(trx, companyId, userId);
        if (!user || (!member && !user.is_platform_admin)) {
          throw new ServiceError('NOT_FOUND', 'The company has no member with this id.');
        }
        const name = checkName(wanted.name);
        if (member && !user.is_platform_admin && getLowerRole(wanted.role, member.role) !== wanted.role) {
          throw new ServiceError('INVALID_REQUEST', `role must not exceed your own role, ${member.role}.`);
        }
        if (wanted.expiresAt <= now || wanted.expiresAt > addMs(now, MAX_DAYS * DAY_MS)) {
          throw new ServiceError('INVALID_REQUEST', `expiresAt must be in the next ${MAX_DAYS} days.`);
        }
        if ((await countActiveTokens(trx, companyId, userId, now)) >= MAX_ACTIVE) {
          throw new ServiceError(
            'CONFLICT',
            `You have ${MAX_ACTIVE} active management tokens in this company; revoke one of them first.`,
          );
        }
        const value = generateManagementToken();
        const row: CreatedToken = {
          ...{ id: randomId(), token_hash: sha256(value), company_id: companyId, user_id: userId, role: wanted.role },
          ...{ name, last_four: value.slice(-4), created_at: now, expires_at: wanted.expiresAt },
        };
        await insertManagementToken(trx, row);
        return { row, value };
      }),

    list: (companyId, userId) => forCompany(db, companyId, (trx) => listManagementTokens(trx, companyId, userId)),

    async revoke(companyId, userId, id) {
      const isFound = await forCompany(db, companyId, (trx) =>
        revokeManagementToken(trx, companyId, { userId, id }, clock.now()),
      );
      if (!isFound) throw new ServiceError('NOT_FOUND', 'You have no management token with this id in this company.');
    },

    settled: async () => void (await Promise.all(writes.values())),
  };
}
