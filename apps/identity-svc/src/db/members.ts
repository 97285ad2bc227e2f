import type { Role } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { CompanyPolicy } from '../domain/roles.js';
import { DEFAULT_POLICY } from '../domain/roles.js';
import type { MembershipRow, PolicyRow, UserRow } from './tables.js';
import { toUser, type User } from './users.js';

export interface Member {
  user: User;
  role: Role;
  createdAt: Date;
}

type JoinedRow = UserRow & { role: Role; member_since: Date };

const toMember = (row: JoinedRow): Member => ({ user: toUser(row), role: row.role, createdAt: row.member_since });

const members = (db: Db, companyId: string) =>
  db<JoinedRow>('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', companyId)
    .select<JoinedRow[]>('u.*', 'm.role', { member_since: 'm.created_at' });

/** Members in the order of their addresses, after an address. */
export async function listMembers(
  db: Db,
  companyId: string,
  after: string,
  limit: number,
): Promise<(Member & { emailKey: string })[]> {
  const rows = await members(db, companyId).where('u.email_key', '>', after).orderBy('u.email_key').limit(limit);
  return rows.map((row) => ({ ...toMember(row), emailKey: row.email_key }));
}

/** Names of the administrators who can sign in. */
export async function listAdminNames(db: Db, companyId: string, limit: number): Promise<string[]> {
  const rows = await members(db, companyId)
    .where('m.role', 'ADMIN')
    .where('u.state', 'ACTIVE')
    .orderBy(['u.name', 'u.id'])
    .limit(limit);
  return rows.map(({ name }) => name);
}

export async function findMember(db: Db, companyId: string, userId: string): Promise<Member | undefined> {
  const [row] = await members(db, companyId).where('u.id', userId).limit(1);
  return row && toMember(row);
}

/**
 * Ids of the company's admins, locked in one order until the transaction ends: of two that remove each other simultaneously, the
 * second sees that it is the last one.
 */
export async function lockAdmins(db: Db, companyId: string): Promise<string[]> {
  const rows = await db<MembershipRow>('memberships')
    .where({ company_id: companyId, role: 'ADMIN' })
    .orderBy('user_id')
    .forUpdate()
    .select('user_id');
  return rows.map(({ user_id }) => user_id);
}

/** Companies that a user administers, in one order. */
export async function listCompaniesOfAdmin(db: Db, userId: string): Promise<string[]> {
  const rows = await db<MembershipRow>('all_memberships')
    .where({ user_id: userId, role: 'ADMIN' })
    .orderBy('company_id')
    .select('company_id');
  return rows.map(({ company_id }) => company_id);
}

export async function saveMembership(db: Db, row: MembershipRow): Promise<void> {
  await db('memberships').insert(row).onConflict(['company_id', 'user_id']).merge(['role']);
}

export async function updateRole(db: Db, companyId: string, userId: string, role: Role): Promise<void> {
  await db('memberships').where({ company_id: companyId, user_id: userId }).update({ role });
}

export async function deleteMembership(db: Db, companyId: string, userId: string): Promise<void> {
  await db('memberships').where({ company_id: companyId, user_id: userId }).delete();
}

export async function loadPolicy(db: Db, companyId: string): Promise<CompanyPolicy> {
  const row = await db<PolicyRow>('company_policies').where({ company_id: companyId }).first();
  if (!row) return DEFAULT_POLICY;
  return {
    mayInvite: row.may_invite,
    requireTwoFactor: row.require_two_factor,
    editorsMayPublish: row.editors_may_publish,
  };
}

export async function savePolicy(db: Db, companyId: string, policy: CompanyPolicy): Promise<void> {
  await db('company_policies')
    .insert({
      company_id: companyId,
      may_invite: policy.mayInvite,
      require_two_factor: policy.requireTwoFactor,
      editors_may_publish: policy.editorsMayPublish,
    })
    .onConflict('company_id')
    .merge();
}

/** Whether a company of the user requires a second factor. */
export async function isFactorRequired(db: Db, userId: string): Promise<boolean> {
  const row = await db('all_memberships as m')
    .join('all_company_policies as p', 'p.company_id', 'm.company_id')
    .where({ 'm.user_id': userId, 'p.require_two_factor': true })
    .first('m.company_id');
  return row !== undefined;
}
