import { forCompany } from '@svc/kit';
import { findIsolationProblems, importWithout, type TestDatabase, testDatabase } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

type Query = (db: Knex, ...parameters: unknown[]) => Promise<unknown>;

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'identity', migrationsDirectory });
  const now = new Date();
  for (const id of ['a', 'b']) {
    const marker = `secret-of-${id}`;
    const email = `${marker}@example.com`;
    const user = { id: `user-${id}`, email, email_key: email, name: marker, locale: 'en', created_at: now };
    await test.owner('users').insert(user);
    await test.owner('memberships').insert({ company_id: id, user_id: user.id, role: 'ADMIN', created_at: now });
    await test.owner('company_policies').insert({
      ...{ company_id: id, may_invite: id === 'a', require_two_factor: false, editors_may_publish: false },
    });
    await test.owner('invitations').insert({
      ...{ id: `invitation-${id}`, company_id: id, company_name: marker, email, email_key: email, role: 'ADMIN' },
      ...{ locale: 'en', token_hash: Buffer.alloc(32, id), state: 'PENDING', created_at: now, expires_at: now },
      ...{ sent_count: 1, last_sent_at: now },
    });
    await test.owner('management_tokens').insert({
      ...{ id: `token-${id}`, token_hash: Buffer.alloc(32, id), company_id: id, user_id: user.id, role: 'ADMIN' },
      ...{ name: marker, last_four: 'xxxx', created_at: now, expires_at: now },
    });
    await test.owner('audit_entries').insert({
      ...{ company_id: id, seq: 1, id: `entry-${id}`, recorded_at: now, actor_kind: 'PLATFORM_TOKEN', action: marker },
      ...{ targets: [], request_id: '', network: '', previous_hash: Buffer.alloc(32), hash: Buffer.alloc(32) },
    });
  }
});
afterAll(() => test.drop());

describe('isolation of companies in schema identity', () => {
  it('covers every table; what crosses companies is declared here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'identity',
      crossings: {
        all_memberships: ['company_id', 'user_id', 'role'],
        all_company_policies: ['company_id', 'may_invite', 'require_two_factor', 'editors_may_publish'],
        all_management_tokens: [
          ...['id', 'token_hash', 'company_id', 'user_id', 'role', 'expires_at', 'last_used_at', 'revoked_at'],
        ],
        all_invitations: [
          ...['id', 'company_id', 'company_name', 'email', 'email_key', 'role', 'token_hash', 'state', 'invited_by'],
          ...['created_at', 'expires_at', 'sent_count'],
        ],
      },
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['members', 'listMembers', /\.where\('m\.company_id', companyId\)/, ['b', '', 10]],
    ['members', 'listAdminNames', /\.where\('m\.company_id', companyId\)/, ['b', 20]],
    ['members', 'findMember', /\.where\('m\.company_id', companyId\)/, ['b', 'user-a']],
    ['members', 'loadPolicy', /\.where\(\{ company_id: companyId \}\)/, ['b']],
    ['management-tokens', 'listManagementTokens', /\.where\(\{ company_id: companyId \}\)/, ['b', 'user-a']],
    ['audit', 'listEntries', /\.where\('e\.company_id', companyId\)/, ['b', {}, undefined, 10]],
    ['audit', 'readChain', /\.where\('company_id', companyId\)/, ['b', 0, 10]],
  ])('%s: %s without its condition on the company reaches no other company', async (file, name, condition, values) => {
    const module = await importWithout<Record<string, Query>>(
      new URL(`./db/${file}.ts`, import.meta.url),
      condition,
      (copy) => import(copy),
    );
    const query = module[name] as Query;
    const reachesA = async (db: Knex) =>
      /secret-of-a|"mayInvite":true/.test(JSON.stringify((await query(db, ...values)) ?? null));
    expect(await forCompany(test.database.knex, 'b', reachesA)).toBe(false);
    // Where nothing isolates the companies, the same copy does reach the other one.
    expect(await reachesA(test.owner)).toBe(true);
  });

  it('lists invitations of the company of the transaction only, and those of the platform outside of one', async () => {
    const { listInvitations } = await import('./db/invitations.js');
    expect(JSON.stringify(await forCompany(test.database.knex, 'b', listInvitations))).not.toContain('secret-of-a');
    expect(await listInvitations(test.database.knex)).toEqual([]);
  });
});
