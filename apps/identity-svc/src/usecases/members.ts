import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { deleteMembership, findMember, lockAdmins, type Member, updateRole } from '../db/members.js';
import { revokeSessions } from '../db/sessions.js';
import { lockUser, toUser, type User, updateUser } from '../db/users.js';
import type { Role } from '../domain/roles.js';

/** Changes of members and users. @param actorId - undefined: the platform token. docs/identity.md I8. */
export function members({ db, clock }: { db: Knex; clock: Clock }) {
  /** @throws ServiceError NOT_FOUND, or CONFLICT for the actor's own account and for the last admin. */
  async function check(trx: Knex.Transaction, companyId: string, userId: string, actorId: string | undefined) {
    const admins = await lockAdmins(trx, companyId);
    const member = await findMember(trx, companyId, userId);
    if (!member) throw new ServiceError('NOT_FOUND', 'The company has no member with this id.');
    if (userId === actorId) {
      throw new ServiceError('CONFLICT', 'Your own membership must be changed by another administrator.');
    }
    return { member, isLastAdmin: admins.length === 1 && admins[0] === userId };
  }
  const lastAdmin = () =>
    new ServiceError('CONFLICT', 'The company must keep an administrator; make another member one first.');

  return {
    changeRole: (companyId: string, userId: string, role: Role, actorId: string | undefined): Promise<Member> =>
      forCompany(db, companyId, async (trx) => {
        const { member, isLastAdmin } = await check(trx, companyId, userId, actorId);
        if (isLastAdmin && role !== 'ADMIN') throw lastAdmin();
        await updateRole(trx, companyId, userId, role);
        return { ...member, role };
      }),

    remove: (companyId: string, userId: string, actorId: string | undefined): Promise<void> =>
      forCompany(db, companyId, async (trx) => {
        const { isLastAdmin } = await check(trx, companyId, userId, actorId);
        if (isLastAdmin) throw lastAdmin();
        await deleteMembership(trx, companyId, userId);
      }),

    /** @throws ServiceError NOT_FOUND, or CONFLICT for the actor's own account. */
    update: (
      userId: string,
      changes: { isDisabled: boolean | undefined; isPlatformAdmin: boolean | undefined },
      actorId: string | undefined,
    ): Promise<User> =>
      db.transaction(async (trx) => {
        const user = await lockUser(trx, userId);
        if (!user) throw new ServiceError('NOT_FOUND', 'There is no user with this id.');
        if (userId === actorId) {
          throw new ServiceError('CONFLICT', 'Your own account must be changed by another administrator.');
        }
        if (changes.isDisabled === undefined && changes.isPlatformAdmin === undefined) return toUser(user);
        if (changes.isDisabled) await revokeSessions(trx, userId, clock.now());
        const updated = await updateUser(trx, userId, {
          ...(changes.isDisabled === undefined ? {} : { state: changes.isDisabled ? 'DISABLED' : 'ACTIVE' }),
          ...(changes.isPlatformAdmin === undefined ? {} : { is_platform_admin: changes.isPlatformAdmin }),
        });
        return toUser(updated ?? user);
      }),
  };
}
