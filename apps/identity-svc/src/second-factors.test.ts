import { sha256 } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS, PASSWORD, startTestService, type TestService } from './testing/test-service.testing.js';

const UNAUTHORIZED = { code: 'UNAUTHORIZED' };
const STEP_MS = 30_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ mail: true });
});
afterAll(() => service.stop());

const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now().getTime() + steps * STEP_MS,
  });

async function createUser(companyId: string) {
  const invitation = await service.invite({ companyId });
  const token = /invite#(\S+)/.exec(service.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const { userId, sessionToken } = await service.accept({ id: invitation.id, token });
  const { sessionId } = await service.actor(sessionToken);
  return { id: userId, email: invitation.email, token: sessionToken, sessionId };
}

/** A user with an authenticator app, at a step whose code is not used yet. */
async function enrolled(companyId = 'company-1') {
  const user = await createUser(companyId);
  const { secret } = await service.credentials.beginTotp({ userId: user.id });
  const confirm = { userId: user.id, sessionId: user.sessionId, code: codeAt(secret) };
  const { recoveryCodes } = await service.credentials.confirmTotp(confirm);
  service.clock.advance(2 * STEP_MS);
  return { ...user, secret, recoveryCodes };
}

const verify = (token: string, $case: 'code' | 'recoveryCode', value: string) =>
  service.sessions.verifySecondFactor({ tokenHash: sha256(token), factor: { $case, value } });

describe('second factors (docs/identity.md I6)', () => {
  it('a sign-in is complete only with a code, under a new token (docs/identity.md I3.1)', async () => {
    const user = await enrolled();
    const { token, needsSecondFactor } = await service.signIn(user.email);
    expect(needsSecondFactor).toBe(true);
    expect(await service.actor(token)).toMatchObject({ awaitsSecondFactor: true });
    const complete = await verify(token, 'code', codeAt(user.secret));
    expect(await service.actor(complete.token)).toMatchObject({ awaitsSecondFactor: false, userId: user.id });
    await expect(service.actor(token)).rejects.toMatchObject(UNAUTHORIZED);
  });

  it('a first code of a device whose clock is up to five steps wrong says so, and is not accepted (docs/identity.md I6.5)', async () => {
    const user = await createUser('company-1');
    const { secret } = await service.credentials.beginTotp({ userId: user.id });
    const find = async (code: string) => {
      const outcome = service.credentials.confirmTotp({ userId: user.id, sessionId: user.sessionId, code });
      const { code: error, details } = await outcome.then(
        () => ({ code: 'OK', details: [] }),
        (reason) => reason as { code: string; details?: { path: string }[] },
      );
      return [error, ...(details ?? []).map(({ path }) => path)];
    };
    for (const steps of [-5, -2, 2, 5])
      expect(await find(codeAt(secret, steps))).toEqual(['INVALID_REQUEST', '/clock']);
    for (const steps of [-6, 6]) expect(await find(codeAt(secret, steps))).toEqual(['INVALID_REQUEST', '/code']);
    expect(await find('no code')).toEqual(['INVALID_REQUEST', '/code']);
    expect(await find(codeAt(secret))).toEqual(['OK']);
  });

  it('a code is accepted one step early or late, and once (I6.1)', async () => {
    const user = await enrolled();
    const signIn = async (steps: number) => {
      const { token } = await service.signIn(user.email);
      return verify(token, 'code', codeAt(user.secret, steps));
    };
    await expect(signIn(2)).rejects.toMatchObject(UNAUTHORIZED);
    await signIn(-1);
    await signIn(1);
    await expect(signIn(1)).rejects.toMatchObject(UNAUTHORIZED);
  });

  it('of simultaneous sign-ins with one code one succeeds', async () => {
    const user = await enrolled();
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => (await service.signIn(user.email)).token));
    const outcomes = await Promise.allSettled(tokens.map((token) => verify(token, 'code', codeAt(user.secret))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a sign-in is completed once, also by two factors simultaneously', async () => {
    const user = await enrolled();
    const { token } = await service.signIn(user.email);
    const outcomes = await Promise.allSettled([
      verify(token, 'code', codeAt(user.secret)),
      ...user.recoveryCodes.slice(0, 4).map((code) => verify(token, 'recoveryCode', code)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a sign-in that a new password ends is not completed (docs/identity.md I7.3)', async () => {
    const user = await enrolled();
    const { token } = await service.signIn(user.email);
    let completed: Promise<unknown> = Promise.resolve();
    // What a password link does: the user's row is held before the sessions end.
    await service.db.transaction(async (trx) => {
      await trx('users').where({ id: user.id }).forUpdate();
      completed = verify(token, 'code', codeAt(user.secret)).catch((error: unknown) => error);
      await expect.poll(() => countWaiting(service.db)).toBe(1);
      await trx('sessions').where({ user_id: user.id }).update({ revoked_at: service.clock.now() });
    });
    expect(await completed).toMatchObject(UNAUTHORIZED);
  });

  it('a sign-in is completed within ten minutes, or begins again (I3.1)', async () => {
    const user = await enrolled();
    const [inTime, late] = [await service.signIn(user.email), await service.signIn(user.email)];
    service.clock.advance(10 * 60_000 - STEP_MS);
    await verify(inTime.token, 'code', codeAt(user.secret));
    service.clock.advance(2 * STEP_MS);
    await expect(verify(late.token, 'code', codeAt(user.secret))).rejects.toMatchObject(UNAUTHORIZED);
    const again = await service.signIn(user.email);
    await verify(again.token, 'code', codeAt(user.secret));
  });

  it('a sign-in has five attempts; then even the right code is refused (I6.3)', async () => {
    const user = await enrolled();
    const { token } = await service.signIn(user.email);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(verify(token, 'code', '000000')).rejects.toMatchObject(UNAUTHORIZED);
    }
    await expect(verify(token, 'code', codeAt(user.secret))).rejects.toMatchObject(UNAUTHORIZED);
    const again = await service.signIn(user.email);
    await verify(again.token, 'code', codeAt(user.secret));
  });

  it('each of ten recovery codes works once, however it is typed (I6.2)', async () => {
    const user = await enrolled();
    expect(new Set(user.recoveryCodes).size).toBe(10);
    const [code = ''] = user.recoveryCodes;
    const first = await service.signIn(user.email);
    await verify(first.token, 'recoveryCode', code.toUpperCase().replaceAll('-', ' '));
    const second = await service.signIn(user.email);
    await expect(verify(second.token, 'recoveryCode', code)).rejects.toMatchObject(UNAUTHORIZED);
    const stored = JSON.stringify(await service.db('recovery_codes'));
    expect(stored).not.toContain(code);
  });

  it('enrollment takes effect with a first code, and ends all other sessions', async () => {
    const user = await createUser('company-1');
    const other = await service.signIn(user.email);
    const { secret } = await service.credentials.beginTotp({ userId: user.id });
    expect((await service.signIn(user.email)).needsSecondFactor).toBe(false);
    const confirm = { userId: user.id, sessionId: user.sessionId };
    await expect(service.credentials.confirmTotp({ ...confirm, code: '000000' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await service.credentials.confirmTotp({ ...confirm, code: codeAt(secret) });
    await service.actor(user.token);
    await expect(service.actor(other.token)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(service.credentials.beginTotp({ userId: user.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('sessions get new tokens when it is removed, and not when an enrollment that was not completed is (docs/identity.md I4.6)', async () => {
    const user = await createUser('company-1');
    const mustRenew = async () => (await service.actor(user.token)).mustRenew;
    await service.credentials.beginTotp({ userId: user.id });
    await service.credentials.removeTotp({ userId: user.id });
    expect(await mustRenew()).toBe(false);
    const other = await enrolled();
    const { token } = await service.sessions.renewSession({ tokenHash: sha256(other.token) });
    expect((await service.actor(token)).mustRenew).toBe(false);
    await service.credentials.removeTotp({ userId: other.id });
    expect((await service.actor(token)).mustRenew).toBe(true);
  });

  it('another app is set up within the step whose code the former one has used (I6.1, I6.5)', async () => {
    const user = await enrolled();
    const factor = { $case: 'code' as const, value: codeAt(user.secret) };
    await service.sessions.reauthenticate({ sessionId: user.sessionId, factor });
    await service.credentials.removeTotp({ userId: user.id });
    const { secret } = await service.credentials.beginTotp({ userId: user.id });
    const confirm = { userId: user.id, sessionId: user.sessionId, code: codeAt(secret) };
    expect((await service.credentials.confirmTotp(confirm)).recoveryCodes).toHaveLength(10);
  });

  it('a company that requires it lets a member without one only enroll, and refuses its removal', async () => {
    const companyId = 'company-strict';
    const user = await createUser(companyId);
    const policy = { mayInvite: false, requireTwoFactor: true, editorsMayPublish: false };
    await service.members.setPolicy({ companyId, policy });
    expect((await service.actor(user.token)).mustEnroll).toBe(true);
    const { secret } = await service.credentials.beginTotp({ userId: user.id });
    await service.credentials.confirmTotp({ userId: user.id, sessionId: user.sessionId, code: codeAt(secret) });
    expect((await service.actor(user.token)).mustEnroll).toBe(false);
    await expect(service.credentials.removeTotp({ userId: user.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await service.members.setPolicy({ companyId, policy: { ...policy, requireTwoFactor: false } });
    await service.credentials.removeTotp({ userId: user.id });
    expect((await service.signIn(user.email)).needsSecondFactor).toBe(false);
  });

  it('secrets are encrypted, and survive a rotation of keys', async () => {
    const user = await enrolled();
    const row = await service.db('users').where({ id: user.id }).first();
    expect(row.totp_secret.toString('latin1')).not.toContain(user.secret);
    await service.restart(`${KEYS[1]},${KEYS[0]}`);
    const { token } = await service.signIn(user.email);
    await verify(token, 'code', codeAt(user.secret));
  });
});

describe('links that set a password (docs/identity.md I7)', () => {
  const origin = 'https://dashboard.svc.example';
  const next = 'a completely new sentence';

  it('a mailed link sets the password once and ends all sessions (I7.1, I7.3)', async () => {
    const user = await createUser('company-1');
    await service.credentials.requestReset({ email: user.email.toUpperCase(), dashboardOrigin: origin });
    await expect.poll(() => service.mails.at(-1)?.text).toMatch(/reset#/);
    const token = /reset#(\S+)/.exec(service.mails.at(-1)?.text ?? '')?.[1] ?? '';
    await service.credentials.reset({ token, password: next });
    await expect(service.actor(user.token)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(service.signIn(user.email, PASSWORD)).rejects.toMatchObject(UNAUTHORIZED);
    await service.signIn(user.email, next);
    await expect(service.credentials.reset({ token, password: next })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('an unknown address gets the same answer, and no mail', async () => {
    const before = service.mails.length;
    expect(await service.credentials.requestReset({ email: 'unknown@example.com', dashboardOrigin: origin })).toEqual(
      {},
    );
    expect(service.mails).toHaveLength(before);
  });

  it('an administrator creates a link for members of the company only; it is valid for an hour, and spoils an earlier one (I7.2, I7.3)', async () => {
    const user = await createUser('company-1');
    const create = (companyId: string) =>
      service.credentials.createResetLink({ companyId, userId: user.id, dashboardOrigin: origin });
    await expect(create('company-9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const toToken = ({ link }: { link: string }) => link.split('#')[1] ?? '';
    const replaced = toToken(await create('company-1'));
    const token = toToken(await create('company-1'));
    service.clock.advance(59 * 60_000);
    await expect(service.credentials.reset({ token: replaced, password: next })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await service.credentials.reset({ token, password: next });
    const late = toToken(await create('company-1'));
    service.clock.advance(61 * 60_000);
    await expect(service.credentials.reset({ token: late, password: next })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('of links that are made simultaneously one works (I7.3)', async () => {
    const user = await createUser('company-1');
    const request = { companyId: 'company-1', userId: user.id, dashboardOrigin: origin };
    const links = await Promise.all(
      Array.from({ length: 8 }, async () => (await service.credentials.createResetLink(request)).link),
    );
    const outcomes: string[] = [];
    for (const link of links) {
      const set = service.credentials.reset({ token: link.split('#')[1] ?? '', password: next });
      outcomes.push(
        await set.then(
          () => 'OK',
          ({ code }) => code,
        ),
      );
    }
    expect(outcomes.sort()).toEqual([...Array(7).fill('NOT_FOUND'), 'OK']);
  });

  it('a link that a password change spoils at the same moment waits for it, and does not set the password', async () => {
    const user = await createUser('company-1');
    const request = { companyId: 'company-1', userId: user.id, dashboardOrigin: origin };
    const { link } = await service.credentials.createResetLink(request);
    let set: Promise<unknown> = Promise.resolve();
    // What a password change does, in its order.
    await service.db.transaction(async (trx) => {
      await trx('users').where({ id: user.id }).forUpdate();
      set = service.credentials.reset({ token: link.split('#')[1] ?? '', password: next }).catch((error) => error);
      await expect.poll(() => countWaiting(service.db)).toBe(1);
      await trx('reset_tokens').where({ user_id: user.id }).update({ used_at: service.clock.now() });
    });
    expect(await set).toMatchObject({ code: 'NOT_FOUND' });
    await service.signIn(user.email, PASSWORD);
  });

  it('a password change spoils a link; a link leaves the second factor as it is (I7.3)', async () => {
    const user = await enrolled();
    const create = async () => {
      const request = { companyId: 'company-1', userId: user.id, dashboardOrigin: origin };
      return (await service.credentials.createResetLink(request)).link.split('#')[1] ?? '';
    };
    const spoilt = await create();
    const change = { userId: user.id, sessionId: user.sessionId, current: PASSWORD };
    await service.credentials.changePassword({ ...change, next: 'another complete sentence' });
    await expect(service.credentials.reset({ token: spoilt, password: next })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await service.credentials.reset({ token: await create(), password: next });
    const { token, needsSecondFactor } = await service.signIn(user.email, next);
    expect(needsSecondFactor).toBe(true);
    await verify(token, 'code', codeAt(user.secret));
  });
});
