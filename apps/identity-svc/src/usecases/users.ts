import { type Clock, ServiceError, setCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { listCompaniesOfAdmin, lockAdmins } from '../db/members.js';
import { requireRenewal } from '../db/session-renewal.js';
import { revokeSessions } from '../db/sessions.js';
import type { UserRow } from '../db/tables.js';
import { deleteUser, lockPlatformAdmins, lockUser, toUser, type User, updateUser } from '../db/users.js';

/** Changes of users of the platform. @param actorId - undefined: the platform token. docs/identity.md I1. */
export function users({ db, clock }: { db: Knex; clock: Clock }) {
  /** @throws ServiceError NOT_FOUND, or CONFLICT for the actor's own account. */
  async function lockOther(trx: Knex.Transaction, userId: string, actorId: string | undefined) {
    // Before the user, and in one order: of two that remove each other simultaneously, the second sees that it is the last one.
    const admins = await lockPlatformAdmins(trx);
    const user = await lockUser(trx, userId);
    if (!user) throw new ServiceError('NOT_FOUND', 'There is no user with this id.');
    if (userId === actorId) {
      throw new ServiceError('CONFLICT', 'Your own account must be changed by another administrator.');
    }
    return { user, isLastAdmin: admins.length === 1 && admins[0] === userId };
  }

  return {
    /** @throws ServiceError NOT_FOUND, or CONFLICT for the actor's own account and for the last administrator of the platform. */
    update: (
      userId: string,
      changes: { isDisabled: boolean | undefined; isPlatformAdmin: boolean | undefined },
      actorId: string | undefined,
    ): Promise<{ user: User; former: User }> =>
      db.transaction(async (trx) => {
        const { user, isLastAdmin } = await lockOther(trx, userId, actorId);
        const row = toChanges(changes);
        const former = toUser(user);
        if (Object.keys(row).length === 0) return { user: former, former };
        if (isLastAdmin && (changes.isDisabled || changes.isPlatformAdmin === false)) throw lastPlatformAdmin();
        if (changes.isDisabled) await revokeSessions(trx, userId, clock.now());
        const isAdmin = changes.isPlatformAdmin ?? user.is_platform_admin;
        if (isAdmin !== user.is_platform_admin) await requireRenewal(trx, userId);
        return { user: toUser((await updateUser(trx, userId, row)) ?? user), former };
      }),

    /**
     * Deletes the account with everything that names its user. The audit log keeps the id alone. docs/identity.md I1.4.
     * @param beginOnly - disables it and ends its sessions instead: the name is then erased in other services first.
     * @returns the name.
     * @throws ServiceError NOT_FOUND, or CONFLICT for the actor's own account and for the last administrator of a company or of the platform.
     */
    erase: (userId: string, actorId: string | undefined, beginOnly = false): Promise<string> =>
      db.transaction(async (trx) => {
        const { user, isLastAdmin } = await lockOther(trx, userId, actorId);
        if (isLastAdmin) throw lastPlatformAdmin();
        for (const companyId of await listCompaniesOfAdmin(trx, userId)) {
          await setCompany(trx, companyId);
          if ((await lockAdmins(trx, companyId)).every((id) => id === userId)) {
            const message = 'The user is the last administrator of a company; make another member one first.';
            throw new ServiceError('CONFLICT', message);
          }
        }
        if (beginOnly) {
          await revokeSessions(trx, userId, clock.now());
          await updateUser(trx, userId, { state: 'DISABLED' });
        } else await deleteUser(trx, userId);
        return user.name;
      }),
  };
}

const lastPlatformAdmin = () =>
  new ServiceError('CONFLICT', 'The platform must keep an administrator; make another user one first.');

const toChanges = (changes: {
  isDisabled: boolean | undefined;
  isPlatformAdmin: boolean | undefined;
}): Partial<UserRow> => ({
  ...(changes.isDisabled === undefined ? {} : { state: changes.isDisabled ? 'DISABLED' : 'ACTIVE' }),
  ...(changes.isPlatformAdmin === undefined ? {} : { is_platform_admin: changes.isPlatformAdmin }),
});
