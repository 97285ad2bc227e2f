import { type Clock, forCompany, type Handlers, readPage, ServiceError, service, withoutNul } from '@svc/kit';
import { MemberServiceService, roles } from '@svc/proto';
import type { Knex } from 'knex';
import { listAdminNames, listMembers, loadPolicy } from '../db/members.js';
import { countSessions } from '../db/sessions.js';
import { listUsers, toUser } from '../db/users.js';
import type { members } from '../usecases/members.js';
import type { users as createUsers } from '../usecases/users.js';
import { toMemberMessage, toPolicyMessage, toUserMessage } from './to-proto.js';

const MAX_ADMINISTRATORS = 20;
const ADDRESS_POSITION = /^\S{1,300}$/;

/** Members and policies of companies, and users of the platform. The caller has authorized the actor. */
export function createMemberService(deps: {
  db: Knex;
  clock: Clock;
  members: ReturnType<typeof members>;
  users: ReturnType<typeof createUsers>;
}) {
  const { db, clock, members: use, users: accounts } = deps;
  const handlers: Handlers<typeof MemberServiceService> = {
    async listMembers(request) {
      const { companyId } = request;
      const { items, nextPageToken } = await readPage(request, {
        read: (after, limit) => forCompany(db, companyId, (trx) => listMembers(trx, companyId, after ?? '', limit)),
        position: (member) => member.emailKey,
        isPosition: ADDRESS_POSITION,
      });
      return { members: items.map(toMemberMessage), nextPageToken };
    },

    async listAdministrators({ companyId }) {
      return { names: await forCompany(db, companyId, (trx) => listAdminNames(trx, companyId, MAX_ADMINISTRATORS)) };
    },

    async changeRole({ companyId, userId, role, actorId }) {
      const name = roles.toNullable(role);
      if (name === null) throw new ServiceError('INVALID_REQUEST', 'role must be given.');
      const member = await use.changeRole(companyId, userId, name, actorId || undefined);
      return { member: toMemberMessage(member), formerRole: roles.fromName(member.formerRole) };
    },

    async removeMember({ companyId, userId, actorId }) {
      await use.remove(companyId, userId, actorId || undefined);
      return {};
    },

    async listUsers(request) {
      const { items, nextPageToken } = await readPage(request, {
        read: (after, limit) => listUsers(db, request.query, after ?? '', limit),
        position: (row) => row.email_key,
        isPosition: ADDRESS_POSITION,
      });
      return { users: items.map((row) => toUserMessage(toUser(row))), nextPageToken };
    },

    async updateUser({ userId, isDisabled, isPlatformAdmin, actorId }) {
      const { user, former } = await accounts.update(userId, { isDisabled, isPlatformAdmin }, actorId || undefined);
      return { user: toUserMessage(user), former: toUserMessage(former) };
    },

    async eraseUser({ userId, actorId, beginOnly }) {
      return { name: await accounts.erase(userId, actorId || undefined, beginOnly) };
    },

    async getPolicy({ companyId }) {
      const policy = await forCompany(db, companyId, (trx) => loadPolicy(trx, companyId));
      return { policy: toPolicyMessage(policy) };
    },

    async setPolicy({ companyId, policy }) {
      if (!policy) throw new ServiceError('INVALID_REQUEST', 'policy must be given.');
      return { policy: toPolicyMessage(await use.setPolicy(companyId, policy)) };
    },

    async countSessions({ companyId }) {
      return { active: await forCompany(db, companyId, (trx) => countSessions(trx, companyId, clock.now())) };
    },
  };
  return service(MemberServiceService, withoutNul(handlers));
}
