import { COMPANY_POLICIES, type Role } from '@svc/domain';
import { forCompany, lockName, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  deleteMembership,
  findMember,
  loadPolicy,
  lockAdmins,
  type Member,
  savePolicy,
  updateRole,
} from '../db/members.js';
import { requireRenewal, requireRenewalOfMembers } from '../db/session-renewal.js';
import type { CompanyPolicy } from '../domain/roles.js';

/** Changes of members and of what they may do. @param actorId - undefined: the platform token. docs/identity.md I8. */
export function members({ db }: { db: Knex }) {
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
    changeRole: (
      companyId: string,
      userId: string,
      role: Role,
      actorId: string | undefined,
    ): Promise<Member & { formerRole: Role }> =>
      forCompany(db, companyId, async (trx) => {
        const { member, isLastAdmin } = await check(trx, companyId, userId, actorId);
        if (isLastAdmin && role !== 'ADMIN') throw lastAdmin();
        await updateRole(trx, companyId, userId, role);
        if (role !== member.role) await requireRenewal(trx, userId);
        return { ...member, role, formerRole: member.role };
      }),

    remove: (companyId: string, userId: string, actorId: string | undefined): Promise<void> =>
      forCompany(db, companyId, async (trx) => {
        const { isLastAdmin } = await check(trx, companyId, userId, actorId);
        if (isLastAdmin) throw lastAdmin();
        await deleteMembership(trx, companyId, userId);
        await requireRenewal(trx, userId);
      }),

    /** What members may do follows from it, so a change of it renews their sessions. */
    setPolicy: (companyId: string, policy: CompanyPolicy): Promise<CompanyPolicy> =>
      forCompany(db, companyId, async (trx) => {
        // Two changes are compared one after the other.
        await lockName(trx, `policy ${companyId}`);
        const current = await loadPolicy(trx, companyId);
        await savePolicy(trx, companyId, policy);
        const isChanged = COMPANY_POLICIES.some((name) => current[name] !== policy[name]);
        if (isChanged) await requireRenewalOfMembers(trx, companyId);
        return policy;
      }),
  };
}
