import { sha256 } from '@svc/kit';
import { repeatWhileBusy } from '@svc/kit/testing';
import { Role } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';

const DAY_MS = 24 * 60 * 60_000;
const UNAUTHORIZED = { code: 'UNAUTHORIZED' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A token of a user of company-1 for 30 days. */
async function create(
  userId: string,
  changes: { role?: Role; name?: string; days?: number; companyId?: string } = {},
): Promise<{ id: string; value: string }> {
  const { role = Role.ROLE_EDITOR, name = 'Pipeline', days = 30, companyId = 'company-1' } = changes;
  const expireTime = new Date(service.clock.now().getTime() + days * DAY_MS);
  const { token, value } = await service.tokens.createManagementToken({ companyId, userId, name, role, expireTime });
  if (!token) throw new Error('no token');
  return { id: token.id, value };
}

const authenticate = async (value: string) => {
  const { actor } = await service.sessions.authenticate({ tokenHash: sha256(value), isManagementToken: true });
  return actor;
};

describe('management tokens (docs/identity.md I12)', () => {
  it('act for their user in one company, are no session and never fresh; only their hash is stored (I12.1)', async () => {
    const { id: userId, token: session, email } = await service.user();
    const { id, value } = await create(userId);
    expect(value).toMatch(/^svc_manage_/);
    expect(await authenticate(value)).toMatchObject({
      ...{ userId, sessionId: '', platformAdmin: false, managementTokenId: id, user: { email } },
      memberships: [{ companyId: 'company-1', role: Role.ROLE_EDITOR }],
    });
    expect((await authenticate(value))?.freshUntilTime).toBeUndefined();
    await expect(service.actor(value)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(authenticate(session)).rejects.toMatchObject(UNAUTHORIZED);
    expect(JSON.stringify(await service.db('management_tokens')) + service.logs.join('')).not.toContain(value);
  });

  it.each([
    [
      'it is revoked',
      (_: string, userId: string, tokenId: string) =>
        service.tokens.revokeManagementToken({ companyId: 'company-1', userId, tokenId }),
    ],
    [
      'its user is disabled',
      (_: string, userId: string) => service.members.updateUser({ userId, isDisabled: true, actorId: '' }),
    ],
    [
      'its user leaves the company',
      (_: string, userId: string) => service.members.removeMember({ companyId: 'company-1', userId, actorId: '' }),
    ],
    ['it has expired', async () => service.clock.advance(31 * DAY_MS)],
  ])('end with the next request when %s', async (_, end) => {
    const { id } = await service.user({ role: Role.ROLE_EDITOR });
    const token = await create(id);
    await authenticate(token.value);
    await end('', id, token.id);
    await expect(authenticate(token.value)).rejects.toMatchObject(UNAUTHORIZED);
  });

  it('never have more than the role of their user, as it is now (I12.3)', async () => {
    const editor = await service.user({ role: Role.ROLE_EDITOR });
    await expect(create(editor.id, { role: Role.ROLE_ADMIN })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const { value } = await create(editor.id);
    const { changeRole } = service.members;
    await changeRole({ companyId: 'company-1', userId: editor.id, role: Role.ROLE_ANALYST, actorId: '' });
    expect((await authenticate(value))?.memberships).toMatchObject([{ role: Role.ROLE_ANALYST }]);
    await changeRole({ companyId: 'company-1', userId: editor.id, role: Role.ROLE_ADMIN, actorId: '' });
    expect((await authenticate(value))?.memberships).toMatchObject([{ role: Role.ROLE_EDITOR }]);
  });

  it('of a platform administrator act in the one company as well', async () => {
    const { id } = await service.user({ companyId: '' });
    const { value } = await create(id, { role: Role.ROLE_ADMIN, companyId: 'company-7' });
    expect(await authenticate(value)).toMatchObject({
      platformAdmin: false,
      memberships: [{ companyId: 'company-7', role: Role.ROLE_ADMIN }],
    });
  });

  it('are refused to strangers of the company, without a name, and beyond 366 days', async () => {
    const { id } = await service.user();
    await expect(create(id, { companyId: 'company-2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const changes of [{ name: ' ' }, { days: 0 }, { days: 367 }]) {
      await expect(create(id, changes)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  it('at most 20 are active, also with simultaneous requests; a revoked one makes room (I12.2)', async () => {
    const { id: userId } = await service.user();
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => repeatWhileBusy(() => create(userId))));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).toEqual(Array(5).fill('CONFLICT'));
    const companyId = 'company-1';
    const { tokens } = await service.tokens.listManagementTokens({ companyId, userId });
    expect(tokens).toHaveLength(20);
    await service.tokens.revokeManagementToken({ companyId, userId, tokenId: tokens[0]?.id as string });
    await create(userId);
  });

  it('are listed and revoked by their own user only', async () => {
    const [one, other] = [await service.user(), await service.user()];
    const { id: tokenId, value } = await create(one.id, { name: 'Nightly import' });
    const companyId = 'company-1';
    expect(await service.tokens.listManagementTokens({ companyId, userId: other.id })).toEqual({ tokens: [] });
    const revoke = (userId: string) => service.tokens.revokeManagementToken({ companyId, userId, tokenId });
    await expect(revoke(other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await authenticate(value);
    const read = async () => (await service.tokens.listManagementTokens({ companyId, userId: one.id })).tokens[0];
    await expect.poll(async () => (await read())?.lastUsedTime).toEqual(service.clock.now());
    expect(await read()).toMatchObject({ name: 'Nightly import', lastFour: value.slice(-4), role: Role.ROLE_EDITOR });
    await revoke(one.id);
    await revoke(one.id);
    expect((await read())?.revokeTime).toEqual(service.clock.now());
  });
});
