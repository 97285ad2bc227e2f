import { lockName, sha256 } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import { Role } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';

const POLICY = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };
const UNAUTHORIZED = { code: 'UNAUTHORIZED' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const renew = (token: string) => service.sessions.renewSession({ tokenHash: sha256(token) });
const mustRenew = async (token: string) => (await service.actor(token)).mustRenew;
let companies = 0;

/** A company with an administrator and an editor. */
async function team() {
  const companyId = `company-renewal-${++companies}`;
  const admin = await service.user({ companyId });
  const editor = await service.user({ companyId, role: Role.ROLE_EDITOR });
  return { companyId, admin, editor, membership: { companyId, userId: editor.id, actorId: admin.id } };
}
type Team = Awaited<ReturnType<typeof team>>;

describe('renewal of session tokens (docs/identity.md I4.6)', () => {
  it.each<[string, (team: Team) => Promise<unknown>]>([
    ['a changed role', ({ membership }) => service.members.changeRole({ ...membership, role: Role.ROLE_ANALYST })],
    ['a removed membership', ({ membership }) => service.members.removeMember(membership)],
    [
      'a new administrator of the platform',
      ({ editor }) => service.members.updateUser({ userId: editor.id, isPlatformAdmin: true, actorId: '' }),
    ],
    [
      'a changed policy',
      ({ companyId }) => service.members.setPolicy({ companyId, policy: { ...POLICY, editorsMayPublish: true } }),
    ],
    [
      'an accepted invitation to another company',
      async ({ editor }) => {
        const invitation = await service.invite({ email: editor.email, companyId: 'company-joined' });
        await service.accept(invitation, { userId: editor.id });
      },
    ],
  ])('%s needs a new token, and the session continues', async (_, change) => {
    const given = await team();
    const before = await service.actor(given.editor.token);
    expect(before.mustRenew).toBe(false);
    await change(given);
    expect(await mustRenew(given.editor.token)).toBe(true);
    const { token } = await renew(given.editor.token);
    expect(token).toMatch(/^svc_session_/);
    const { sessionId, userId, mustRenew: isOutdated } = await service.actor(token);
    expect([sessionId, userId, isOutdated]).toEqual([before.sessionId, given.editor.id, false]);
  });

  it('what changes nothing needs no new token, and another user keeps the own one', async () => {
    const { companyId, admin, editor, membership } = await team();
    await service.members.setPolicy({ companyId, policy: POLICY });
    await service.members.changeRole({ ...membership, role: Role.ROLE_EDITOR });
    expect(await mustRenew(editor.token)).toBe(false);
    expect(await renew(editor.token)).toMatchObject({ token: '' });
    await service.members.changeRole({ ...membership, role: Role.ROLE_ANALYST });
    expect(await mustRenew(admin.token)).toBe(false);
  });

  it('a policy is compared with what a concurrent change of it stores', async () => {
    const { companyId, editor } = await team();
    await service.members.setPolicy({ companyId, policy: POLICY });
    let changed: Promise<unknown> | undefined;
    await service.db.transaction(async (trx) => {
      await lockName(trx, `policy ${companyId}`);
      await trx('company_policies').where({ company_id: companyId }).update({ editors_may_publish: true });
      changed = service.members.setPolicy({ companyId, policy: POLICY });
      await expect.poll(() => countWaiting(service.db)).toBe(1);
    });
    await changed;
    expect(await mustRenew(editor.token)).toBe(true);
  });

  it('the former token is accepted for one more minute, is not replaced again, and can sign out', async () => {
    const { editor, membership } = await team();
    await service.members.changeRole({ ...membership, role: Role.ROLE_ANALYST });
    const { token } = await renew(editor.token);
    expect(await mustRenew(editor.token)).toBe(false);
    expect((await renew(editor.token)).token).toBe('');
    service.clock.advance(59_000);
    await service.actor(editor.token);
    service.clock.advance(2_000);
    await expect(service.actor(editor.token)).rejects.toMatchObject(UNAUTHORIZED);
    await service.actor(token);

    const other = await team();
    await service.members.changeRole({ ...other.membership, role: Role.ROLE_ANALYST });
    const renewed = await renew(other.editor.token);
    await service.sessions.signOut({ tokenHash: sha256(other.editor.token) });
    await expect(service.actor(renewed.token)).rejects.toMatchObject(UNAUTHORIZED);
  });

  it('of 10 simultaneous requests one gets a new token, and none is refused', async () => {
    const { editor, membership } = await team();
    await service.members.changeRole({ ...membership, role: Role.ROLE_ANALYST });
    const given = await Promise.all(
      Array.from({ length: 10 }, async () => {
        await service.actor(editor.token);
        return (await renew(editor.token)).token;
      }),
    );
    expect(given.filter((token) => token !== '')).toHaveLength(1);
  });

  it('neither token is stored', async () => {
    const { editor, membership } = await team();
    await service.members.changeRole({ ...membership, role: Role.ROLE_ANALYST });
    const { token } = await renew(editor.token);
    const stored = JSON.stringify([await service.db('sessions'), await service.db('former_session_tokens')]);
    expect(stored + service.logs.join('')).not.toMatch(new RegExp(`${token}|${editor.token}`));
  });
});
