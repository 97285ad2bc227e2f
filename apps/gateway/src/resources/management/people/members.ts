import { COMPANY_POLICIES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { type Member, roles } from '@svc/proto';
import { getActorId, isPlatformAdmin } from '../../../access/actor.js';
import { getDashboardOrigin } from '../../../access/dashboard-origin.js';
import { toChanges } from '../../../audit/to-changes.js';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, page, sendJson, sendNothing, sendPage } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { paging, pathId, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { presentUser } from '../../auth/present-user.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { memberExample, policyExample } from './people-examples.js';
import { policy, roleRequest } from './people-schema.js';

const MEMBER = `${COMPANY}/members/{userId}`;
const memberPath = { ...company, userId: pathId('User id.', memberExample.id) };
const shared = { ...management, permission: 'manage:member.manage' } as const;

const listMembers = route({
  ...shared,
  method: 'GET',
  path: `${COMPANY}/members`,
  id: 'listMembers',
  summary: 'Members, by address',
  params: company,
  query: paging,
  answers: { 200: page('MemberPage', memberExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { members, nextPageToken } = await clients.members.listMembers({ companyId, ...toPage(query) });
      return sendPage(members.map(presentMember), nextPageToken);
    },
});

const listAdministrators = route({
  ...management,
  permission: 'manage:settings.read',
  method: 'GET',
  path: `${COMPANY}/administrators`,
  id: 'listAdministrators',
  summary: 'Names of the administrators, who can change a role',
  description: 'For every member; without addresses. At most 20, only those who can sign in.',
  params: company,
  query: shortListPaging,
  answers: { 200: page('AdministratorList', { name: 'Ada Lovelace' }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { names } = await clients.members.listAdministrators({ companyId });
      return sendShortList(
        names.map((name) => ({ name })),
        query,
      );
    },
});

const changeRole = route({
  ...shared,
  method: 'PATCH',
  path: MEMBER,
  id: 'changeRole',
  summary: 'Change the role of a member',
  description:
    'In force for every request that starts after the answer. CONFLICT: the last administrator, or your own membership.',
  params: memberPath,
  body: jsonBody({
    schema: roleRequest,
    schemaId: 'RoleRequest',
    examples: { editor: { role: 'EDITOR' } },
    refused: 'The role was not changed',
  }),
  answers: { 200: json('The member.', 'Member', { editor: memberExample }) },
  errors: ['CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { role } }) => ({ targets: { role } }),
  handler:
    ({ clients }) =>
    async ({ params, body: { role }, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { member, formerRole } = await clients.members.changeRole({
        ...{ companyId, userId: params.userId, role: roles.fromName(role) },
        actorId: getActorId(ctx.state.actor),
      });
      const former = { role: roles.toNullable(formerRole) };
      ctx.state.audit?.add({ changed: ['role'], changes: toChanges(former, { role }, ['/role']) });
      return sendJson(200, presentMember(requirePart(member)));
    },
});

const removeMember = route({
  ...shared,
  method: 'DELETE',
  path: MEMBER,
  id: 'removeMember',
  summary: 'Remove a member',
  description:
    'In force for every request that starts after the answer. CONFLICT: the last administrator, or your own membership.',
  params: memberPath,
  answers: { 204: { description: 'Removed.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.members.removeMember({ companyId, userId: params.userId, actorId: getActorId(ctx.state.actor) });
      return sendNothing;
    },
});

const createResetLink = route({
  ...shared,
  method: 'POST',
  path: `${MEMBER}/password-reset`,
  id: 'createResetLink',
  summary: 'Create a link with which a member sets a password',
  description: 'For members who cannot receive mail. Hand the link over on a way that only the member can read.',
  params: memberPath,
  answers: { 201: json('The link.', 'PasswordResetLink', { link: { link: 'https://dashboard.svc.example/reset#…' } }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const dashboardOrigin = getDashboardOrigin(pageAddress);
      const { link } = await clients.credentials.createResetLink({ companyId, userId: params.userId, dashboardOrigin });
      return sendJson(201, { link });
    },
});

const getPolicy = route({
  ...shared,
  method: 'GET',
  path: `${COMPANY}/policy`,
  id: 'getPolicy',
  summary: 'What members of the company may and must do',
  params: company,
  answers: { 200: json('The policy.', 'CompanyPolicy', { strict: policyExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      return sendJson(200, (await clients.members.getPolicy({ companyId })).policy);
    },
});

const setPolicy = route({
  ...shared,
  method: 'PUT',
  path: `${COMPANY}/policy`,
  id: 'setPolicy',
  summary: 'Replace the policy',
  description: 'Only platform administrators change `mayInvite`.',
  params: company,
  body: jsonBody({
    schema: policy,
    schemaId: 'CompanyPolicy',
    examples: { strict: policyExample },
    refused: 'The policy was not changed',
  }),
  answers: { 200: json('The policy.', 'CompanyPolicy', { strict: policyExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const current = requirePart((await clients.members.getPolicy({ companyId })).policy);
      const changed = COMPANY_POLICIES.filter((name) => current[name] !== body[name]);
      if (ctx.state.actor && !isPlatformAdmin(ctx.state.actor) && changed.includes('mayInvite')) {
        throw new ServiceError('FORBIDDEN', 'mayInvite must be changed by a platform administrator.');
      }
      const { policy: saved } = await clients.members.setPolicy({ companyId, policy: body });
      const shown = COMPANY_POLICIES.map((name) => `/${name}`);
      ctx.state.audit?.add({ changed, changes: toChanges(current, body, shown) });
      return sendJson(200, saved);
    },
});

const countSessions = route({
  ...shared,
  method: 'GET',
  path: `${COMPANY}/sessions`,
  id: 'countSessions',
  summary: 'How many sessions the members have',
  description: 'Those that have not ended, of all members.',
  params: company,
  answers: { 200: json('The number.', 'SessionCount', { some: { active: 3 } }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { active } = await clients.members.countSessions({ companyId });
      return sendJson(200, { active });
    },
});

/** Members, their sessions, and the policy of a company. docs/identity.md I8. */
export const members = [
  ...[listMembers, listAdministrators, changeRole, removeMember, createResetLink],
  ...[getPolicy, setPolicy, countSessions],
];

const presentMember = ({ user, role, createTime }: Member) => ({
  ...presentUser(requirePart(user)),
  role: roles.toName(role),
  memberSince: requiredTime(createTime),
});
