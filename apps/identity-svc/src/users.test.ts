import { randomId, sha256 } from '@svc/kit';
import { AuditActorKind, Role } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';

const CONFLICT = { code: 'CONFLICT' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const erase = (userId: string, actorId = '') => service.members.eraseUser({ userId, actorId });

/** Every row of every table of the schema as text. */
async function dump(): Promise<string> {
  const { rows } = await service.db.raw<{ rows: { name: string }[] }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'identity'::regnamespace and c.relkind in ('r', 'p') order by name`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await service.db.raw<{ rows: { text: string }[] }>(`select row(t.*)::text as text from ${name} as t`);
    texts.push(...found.rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

describe('erasing a user (docs/identity.md I1.4)', () => {
  it('leaves nothing that names the user, and the id in the audit log', async () => {
    const companyId = 'company-erase';
    const admin = await service.user({ companyId });
    const user = await service.user({ companyId, role: Role.ROLE_EDITOR, email: 'grace.planted@example.com' });
    await service.invite({ companyId: 'company-pending', email: user.email });
    await service.credentials.updateProfile({ userId: user.id, name: 'Grace Planted' });
    await service.tokens.createManagementToken({
      ...{ companyId, userId: user.id, name: 'planted token', role: Role.ROLE_EDITOR },
      expireTime: new Date(service.clock.now().getTime() + 86_400_000),
    });
    await service.audit.recordIntent({
      ...{ entryId: randomId(), companyId, actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER, actorId: user.id },
      ...{ action: 'tagging.write/changeTagging', targets: [], requestId: 'request-1', source: '203.0.113.7' },
    });
    expect(await dump()).toMatch(/planted/i);

    await erase(user.id, admin.id);
    expect(await dump()).not.toMatch(/planted/i);
    await expect(service.actor(user.token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(service.signIn(user.email)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const { entries } = await service.audit.listAuditEntries({
      ...{ companyId, actorId: '', action: '', pageSize: 10, pageToken: '' },
      actorKind: AuditActorKind.AUDIT_ACTOR_KIND_UNSPECIFIED,
    });
    expect(entries.map(({ actor }) => actor)).toEqual([{ id: user.id }]);
    expect((await service.audit.verifyAuditChain({ companyId })).problems).toEqual([]);
    await service.actor(admin.token);
    await expect(erase(user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is begun by disabling the account, so that no request records the name meanwhile, and completed by a second call', async () => {
    const companyId = 'company-begun';
    const admin = await service.user({ companyId });
    const user = await service.user({ companyId });
    const begin = (userId: string, actorId = '') => service.members.eraseUser({ userId, actorId, beginOnly: true });
    await service.credentials.updateProfile({ userId: user.id, name: 'Grace Begun' });
    expect(await begin(user.id, admin.id)).toEqual({ name: 'Grace Begun' });
    await expect(service.actor(user.token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(service.signIn(user.email)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await begin(user.id)).toEqual({ name: 'Grace Begun' });
    expect(await erase(user.id)).toEqual({ name: 'Grace Begun' });
    expect(await dump()).not.toContain('Grace Begun');
    await expect(begin(admin.id)).rejects.toMatchObject(CONFLICT);
    await service.actor(admin.token);
  });

  it('the own account, and the last administrator of a company, stay', async () => {
    const companyId = 'company-last';
    const [last, editor] = [
      await service.user({ companyId }),
      await service.user({ companyId, role: Role.ROLE_EDITOR }),
    ];
    await expect(erase(editor.id, editor.id)).rejects.toMatchObject(CONFLICT);
    await expect(erase(last.id)).rejects.toMatchObject(CONFLICT);
    await service.actor(last.token);
    await service.members.changeRole({ companyId, userId: editor.id, role: Role.ROLE_ADMIN, actorId: '' });
    await erase(last.id);
    await expect(erase(editor.id)).rejects.toMatchObject(CONFLICT);
  });

  it('the link of a new password ends with the account', async () => {
    const companyId = 'company-link';
    await service.user({ companyId });
    const user = await service.user({ companyId });
    const { link } = await service.credentials.createResetLink({
      ...{ userId: user.id, companyId: '', dashboardOrigin: 'https://dashboard.svc.example' },
    });
    await erase(user.id);
    const reset = service.credentials.reset({ token: link.split('#')[1] ?? '', password: 'a completely new sentence' });
    await expect(reset).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await service.db('sessions').where({ token_hash: sha256(user.token) })).toEqual([]);
  });
});

describe('administrators of the platform (docs/identity.md I1.5)', () => {
  const update = (userId: string, changes: { isPlatformAdmin?: boolean; isDisabled?: boolean }, actorId = '') =>
    service.members.updateUser({ userId, actorId, ...changes });

  it('the last one who can sign in is neither disabled nor demoted nor erased, also of two that remove each other', async () => {
    await service.db('users').update({ is_platform_admin: false });
    const [one, other] = [await service.user(), await service.user()];
    await update(one.id, { isPlatformAdmin: true });
    for (const attempt of [
      () => update(one.id, { isDisabled: true }),
      () => update(one.id, { isPlatformAdmin: false }),
      () => erase(one.id),
    ]) {
      await expect(attempt()).rejects.toMatchObject(CONFLICT);
    }
    await update(other.id, { isPlatformAdmin: true });
    const outcomes = await Promise.allSettled([
      update(one.id, { isPlatformAdmin: false }, other.id),
      update(other.id, { isDisabled: true }, one.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await service.db('users').where({ is_platform_admin: true, state: 'ACTIVE' })).toHaveLength(1);
  });
});
