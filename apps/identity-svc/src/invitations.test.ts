import { sha256 } from '@svc/kit';
import { countWaiting, importWithout, repeatWhileBusy } from '@svc/kit/testing';
import { InvitationState, Role } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeInvitation } from './db/invitations.js';
import { ORIGIN, PASSWORD, startTestService, type TestService } from './testing/test-service.testing.js';

const DAY_MS = 24 * 60 * 60_000;
const CONFLICT = { code: 'CONFLICT' };
const NOT_FOUND = { code: 'NOT_FOUND' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('invitations (docs/identity.md I5)', () => {
  it('without a mail server the inviter gets the link once, with the token in its fragment and only a hash in the database', async () => {
    const { link, token } = await service.invite();
    expect(link).toBe(`https://dashboard.svc.example/invite#${token}`);
    expect(JSON.stringify(await service.db('invitations')) + service.logs.join('')).not.toContain(token);
  });

  it('of 100 simultaneous acceptances one succeeds and 99 are refused (I5.5)', async () => {
    const invitation = await service.invite({ email: 'crowd@example.com' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => repeatWhileBusy(() => service.accept(invitation))),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).toEqual(Array(99).fill('CONFLICT'));
    expect(await service.db('users').where({ email_key: 'crowd@example.com' })).toHaveLength(1);
  });

  it('the same holds for an address that has an account', async () => {
    const user = await service.user();
    const invitation = await service.invite({ email: user.email, companyId: 'company-2' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => repeatWhileBusy(() => service.accept(invitation, { userId: user.id }))),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).toEqual(Array(99).fill('CONFLICT'));
  });

  it.each([
    [
      "its state, which of simultaneous acceptances only one finds 'PENDING'",
      /state: 'PENDING',/,
      { state: 'ACCEPTED' },
    ],
    ['its time', /\.where\('expires_at', '>', now\)/, { expires_at: new Date(0) }],
    ['its address', /email_key: invitation\.emailKey,/, { email_key: 'another@example.com' }],
    ['its token', /token_hash: invitation\.tokenHash,/, { token_hash: sha256('another') }],
  ])('an invitation is taken only after a comparison of %s', async (_, condition, change) => {
    const url = new URL('./db/invitations.ts', import.meta.url);
    const { takeInvitation: takeWithout } = await importWithout<typeof import('./db/invitations.js')>(
      url,
      condition,
      (copy) => import(copy),
    );
    const { id, email, token } = await service.invite();
    const taken = { id, tokenHash: sha256(token), emailKey: email, userId: 'user' };
    const { db, clock } = service;
    await db('invitations').where({ id }).update(change);
    expect(await takeInvitation(db, taken, clock.now())).toBe(false);
    // Where this comparison is missing, it is taken.
    expect(await takeWithout(db, taken, clock.now())).toBe(true);
  });

  it.each([
    ['used', (invitation: Invited) => service.accept(invitation)],
    [
      'revoked',
      ({ id }: Invited) => service.invitations.revokeInvitation({ companyId: 'company-1', invitationId: id }),
    ],
    ['expired', async () => service.clock.advance(7 * DAY_MS + 1)],
  ])('a link that was %s is refused with CONFLICT (I5.3, I5.5)', async (_, spoil) => {
    const invitation = await service.invite();
    await spoil(invitation);
    await expect(service.accept(invitation)).rejects.toMatchObject(CONFLICT);
  });

  it('a lookup consumes nothing; an unknown link is NOT_FOUND', async () => {
    const invitation = await service.invite({ role: Role.ROLE_EDITOR });
    for (let round = 0; round < 3; round += 1) {
      expect(await service.invitations.lookUpInvitation({ token: invitation.token })).toMatchObject({
        invitation: {
          id: invitation.id,
          email: invitation.email,
          role: Role.ROLE_EDITOR,
          state: InvitationState.INVITATION_STATE_PENDING,
        },
        hasAccount: false,
        companyName: 'Glow Cosmetics',
      });
    }
    await expect(service.invitations.lookUpInvitation({ token: 'unknown' })).rejects.toMatchObject(NOT_FOUND);
    await service.accept(invitation);
  });

  it('only the invitation that was shown is accepted, and only by its own address', async () => {
    const [one, other] = [await service.invite(), await service.invite()];
    await expect(service.accept({ id: other.id, token: one.token })).rejects.toMatchObject(NOT_FOUND);
    const stranger = await service.user();
    await expect(service.accept(one, { userId: stranger.id })).rejects.toMatchObject(CONFLICT);
  });

  it('an address with an account, in any letter case, joins with its session, not with a new password or account (docs/identity.md I1.1)', async () => {
    const user = await service.user();
    const email = user.email.toUpperCase();
    const invitation = await service.invite({ email, companyId: 'company-3', role: Role.ROLE_ANALYST });
    await expect(service.accept(invitation)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await service.accept(invitation, { userId: user.id });
    expect((await service.actor(user.token)).memberships).toMatchObject([
      { companyId: 'company-1', role: Role.ROLE_ADMIN },
      { companyId: 'company-3', role: Role.ROLE_ANALYST },
    ]);
    expect(await service.db('users').where({ email_key: user.email })).toHaveLength(1);
  });

  it('an address that gets its account by another invitation at the same moment is asked to sign in (I5.4)', async () => {
    const email = 'both@example.com';
    const invitation = await service.invite({ companyId: 'company-second', email });
    let second: Promise<unknown> = Promise.resolve();
    await service.db.transaction(async (trx) => {
      await trx('users').insert({
        ...{ id: 'both', email, email_key: email, name: 'Both', locale: 'en', created_at: service.clock.now() },
      });
      second = service.accept(invitation).catch((error) => error);
      await expect.poll(() => countWaiting(service.db)).toBe(1);
    });
    expect(await second).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await service.db('invitations').where({ id: invitation.id }).first()).toMatchObject({ state: 'PENDING' });
  });

  it('an acceptance by a user who is disabled at the same moment waits for it, and both succeed', async () => {
    const user = await service.user();
    const invitation = await service.invite({ companyId: 'company-disabled', email: user.email });
    let accepted: Promise<unknown> = Promise.resolve();
    // What disabling does, in its order.
    await service.db.transaction(async (trx) => {
      await trx('users').where({ id: user.id }).forUpdate();
      accepted = service.accept(invitation, { userId: user.id }).catch((error) => error);
      await expect.poll(() => countWaiting(service.db)).toBe(1);
      await trx('sessions').where({ user_id: user.id }).update({ revoked_at: service.clock.now() });
      await trx('users').where({ id: user.id }).update({ state: 'DISABLED' });
    });
    expect(await accepted).toMatchObject({ companyId: 'company-disabled', userId: user.id });
  });

  it('a second pending invitation for an address is CONFLICT and names the first; so is one for a member (I5.1)', async () => {
    const first = await service.invite({ email: 'twice@example.com' });
    const second = service.invite({ email: 'TWICE@example.com' });
    await expect(second).rejects.toMatchObject({ ...CONFLICT, details: [{ path: `/invitations/${first.id}` }] });
    await service.accept(first);
    await expect(service.invite({ email: 'twice@example.com' })).rejects.toMatchObject(CONFLICT);
  });

  it('an address whose invitation is being accepted gets no second one, which could change the role (I5.1)', async () => {
    const companyId = 'company-joining';
    const user = await service.user();
    const { id } = await service.invite({ companyId, email: user.email });
    let second: Promise<unknown> = Promise.resolve();
    // What an acceptance does.
    await service.db.transaction(async (trx) => {
      await trx('invitations').where({ id }).update({ state: 'ACCEPTED' });
      second = service.invite({ companyId, email: user.email, role: Role.ROLE_ANALYST }).catch((error) => error);
      await expect.poll(() => countWaiting(service.db)).toBe(1);
      await trx('memberships').insert({
        ...{ company_id: companyId, user_id: user.id, role: 'ADMIN', created_at: service.clock.now() },
      });
    });
    expect(await second).toMatchObject(CONFLICT);
    const pending = await service.db('invitations').where({ company_id: companyId, state: 'PENDING' });
    expect(pending).toEqual([]);
  });

  it('another company neither sees an invitation nor changes it', async () => {
    const { id } = await service.invite({ companyId: 'company-4' });
    const foreign = { companyId: 'company-5', invitationId: id };
    await expect(service.invitations.revokeInvitation(foreign)).rejects.toMatchObject(NOT_FOUND);
    await expect(
      service.invitations.resendInvitation({ ...foreign, dashboardOrigin: '', companyName: '' }),
    ).rejects.toMatchObject(NOT_FOUND);
    expect((await service.invitations.listInvitations({ companyId: 'company-5' })).invitations).toEqual([]);
    expect((await service.invitations.listInvitations({ companyId: 'company-4' })).invitations).toHaveLength(1);
  });

  it('sending again replaces the link; once a minute, five links in all (I5.3)', async () => {
    const invitation = await service.invite();
    const resend = () =>
      service.invitations.resendInvitation({
        ...{ companyId: 'company-1', invitationId: invitation.id, companyName: 'Glow' },
        dashboardOrigin: 'https://dashboard.svc.example',
      });
    await expect(resend()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 60 });
    let link = '';
    for (let round = 0; round < 4; round += 1) {
      service.clock.advance(60_000);
      link = (await resend()).link ?? '';
    }
    service.clock.advance(60_000);
    await expect(resend()).rejects.toMatchObject(CONFLICT);
    await expect(service.accept(invitation)).rejects.toMatchObject(NOT_FOUND);
    await service.accept({ id: invitation.id, token: link.split('#')[1] ?? '' });
  });

  it('an invitation to the platform makes a platform administrator, and no member (I5.6)', async () => {
    const { token } = await service.user({ companyId: '' });
    expect(await service.actor(token)).toMatchObject({ platformAdmin: true, memberships: [] });
  });

  it('invitations to the platform are listed, sent again and revoked without a company', async () => {
    const { id, email, token } = await service.invite({ companyId: '' });
    const list = async () => (await service.invitations.listInvitations({ companyId: '' })).invitations;
    expect((await list()).find((one) => one.id === id)).toMatchObject({ email, role: Role.ROLE_UNSPECIFIED });
    service.clock.advance(60_000);
    const target = { companyId: '', invitationId: id, companyName: '', dashboardOrigin: ORIGIN };
    const { link = '' } = await service.invitations.resendInvitation(target);
    await expect(service.accept({ id, token })).rejects.toMatchObject(NOT_FOUND);
    await service.invitations.revokeInvitation({ companyId: '', invitationId: id });
    await expect(service.accept({ id, token: link.split('#')[1] ?? '' })).rejects.toMatchObject(CONFLICT);
  });

  it.each([
    ['short', 'at least 12'],
    ['aaaaaaaaaaaaaaaa', 'three different'],
    ['Glow Cosmetics', 'name of the company'],
    ['1q2w3e4r5t6y', 'most common'],
  ])('the password %s is refused', async (password, reason) => {
    const invitation = await service.invite();
    const refusal = service.accept(invitation, { password });
    await expect(refusal).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(reason) });
    await service.accept(invitation, { password: PASSWORD });
  });

  it('the address is no password', async () => {
    const invitation = await service.invite({ email: 'long.address@example.com' });
    const refusal = service.accept(invitation, { password: 'Long.Address@example.com' });
    await expect(refusal).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each(['', 'no-at', 'a@b', 'a b@c.example', 'a@b..c', `${'x'.repeat(300)}@c.example`])(
    'the address "%s" is refused',
    async (email) => {
      await expect(service.invite({ email })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );
});

describe('mail (docs/identity.md I5.2, I7)', () => {
  let mailing: TestService;
  beforeAll(async () => {
    mailing = await startTestService({ mail: true });
  });
  afterAll(() => mailing.stop());

  const acceptMailed = async (request: Parameters<TestService['invite']>[0]) => {
    const { id, email } = await mailing.invite(request);
    const token = /invite#(\S+)/.exec(mailing.mails.at(-1)?.text ?? '')?.[1] ?? '';
    return { email, ...(await mailing.accept({ id, token })) };
  };

  it('with a mail server the link is mailed and neither returned nor logged', async () => {
    const { link } = await mailing.invite({ email: 'mailed@example.com' });
    expect(link).toBeUndefined();
    const mail = mailing.mails.at(-1);
    const token = /invite#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect([mail?.address, token.length]).toEqual(['mailed@example.com', 43]);
    expect(mailing.logs.join('')).not.toMatch(/mailed@example|invite#/);
  });

  it('the inviter is notified of an acceptance, in the language of the inviter (docs/identity.md I5.7)', async () => {
    const inviter = await acceptMailed({ email: 'inviter@example.com' });
    await mailing.credentials.updateProfile({ userId: inviter.userId, locale: 'de' });
    await acceptMailed({ email: 'invited@example.com', invitedBy: inviter.userId });
    await expect
      .poll(() => mailing.mails.at(-1))
      .toEqual({
        address: 'inviter@example.com',
        subject: 'Einladung zu Glow Cosmetics angenommen',
        text: 'Ada Lovelace (invited@example.com) hat Ihre Einladung zu Glow Cosmetics angenommen.\n',
      });
  });

  it('without a mail server a log line says that there is no mail, without the link or an address', async () => {
    const { link, email } = await service.invite();
    const logs = service.logs.join('');
    expect(logs).toContain('an invitation was not mailed: SMTP_URL is not set');
    expect(logs).not.toContain(link);
    expect(logs).not.toContain(email);
  });
});

type Invited = Awaited<ReturnType<TestService['invite']>>;
