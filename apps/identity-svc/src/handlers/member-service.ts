import { type Clock, forCompany, type Handlers, readPage, ServiceError, service, withoutNul } from '@svc/kit';
import { MemberServiceService, roles } from '@svc/proto';
import type { Knex } from 'knex';
import { listMembers, loadPolicy, savePolicy } from '../db/members.js';
import { countSessions } from '../db/sessions.js';
import { listUsers, toUser } from '../db/users.js';
import type { members } from '../usecases/members.js';
import { toMemberMessage, toPolicyMessage, toUserMessage } from './to-proto.js';

const ADDRESS_POSITION = /^\S{1,300}$/;

/** Members and policies of companies, and users of the platform. The caller has authorized the actor. */
export function createMemberService(deps: { db: Knex; clock: Clock; members: ReturnType<typeof members> }) {
  const { db, clock, members: use } = deps;
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

    async changeRole({ companyId, userId, role, actorId }) {
      const name = roles.toNullable(role);
      if (name === null) throw new ServiceError('INVALID_REQUEST', 'role must be given.');
      return { member: toMemberMessage(await use.changeRole(companyId, userId, name, actorId || undefined)) };
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
      return { user: toUserMessage(await use.update(userId, { isDisabled, isPlatformAdmin }, actorId || undefined)) };
    },

    async getPolicy({ companyId }) {
      const policy = await forCompany(db, companyId, (trx) => loadPolicy(trx, companyId));
      return { policy: toPolicyMessage(policy) };
    },

    async setPolicy({ companyId, policy }) {
      if (!policy) throw new ServiceError('INVALID_REQUEST', 'policy must be given.');
      await forCompany(db, companyId, (trx) => savePolicy(trx, companyId, policy));
      return { policy };
    },

    async countSessions({ companyId }) {
      return { active: await forCompany(db, companyId, (trx) => countSessions(trx, companyId, clock.now())) };
    },
  };
  return service(MemberServiceService, withoutNul(handlers));
}
