import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../credentials/password-hash.js';
import { passwordsDuring } from '../testing/passwords-during.testing.js';
import { CHEAP, ORIGIN, PASSWORD, startTestService, type TestService } from '../testing/test-service.testing.js';
import { signIn } from './sign-in.js';

const UNAUTHORIZED = { code: 'UNAUTHORIZED' };
const NEXT = 'a completely new sentence';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type User = Awaited<ReturnType<TestService['user']>>;

/** Signs in with `PASSWORD`, while something else happens after that was found to be right. */
function signInDuring({ email }: User, event: () => Promise<unknown>) {
  const start = signIn({ db: service.knex, clock: service.clock, passwords: passwordsDuring(event) });
  return start(email, PASSWORD, { userAgent: 'Test', source: '203.0.113.7' });
}

/** Sets another password with a link. */
async function reset({ id }: User): Promise<void> {
  const request = { companyId: '', userId: id, dashboardOrigin: ORIGIN };
  const { link } = await service.credentials.createResetLink(request);
  await service.credentials.reset({ token: link.split('#')[1] ?? '', password: NEXT });
}

async function enroll(user: User): Promise<void> {
  const { sessionId } = await service.actor(user.token);
  const { secret } = await service.credentials.beginTotp({ userId: user.id });
  const timestamp = service.clock.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  await service.credentials.confirmTotp({ userId: user.id, sessionId, code });
}

const setDisabled = ({ id }: User, isDisabled: boolean) =>
  service.members.updateUser({ userId: id, isDisabled, actorId: '' });

describe('a sign-in while its user changes (docs/identity.md I3)', () => {
  it.each<[string, (user: User) => Promise<unknown>]>([
    ['a password that is replaced meanwhile (docs/identity.md I7.3)', reset],
    ['a user who is disabled meanwhile (docs/identity.md I1.3)', (user) => setDisabled(user, true)],
    ['a user who is erased meanwhile', ({ id }) => service.members.eraseUser({ userId: id, actorId: '' })],
  ])('starts no session for %s', async (_, change) => {
    await service.user();
    const user = await service.user();
    await expect(signInDuring(user, () => change(user))).rejects.toMatchObject(UNAUTHORIZED);
    expect(await service.db('sessions').where({ user_id: user.id }).whereNull('revoked_at')).toEqual([]);
  });

  it('awaits the second factor that is set up meanwhile (docs/identity.md I6.1)', async () => {
    const user = await service.user();
    const { token, needsSecondFactor } = await signInDuring(user, () => enroll(user));
    expect(needsSecondFactor).toBe(true);
    expect((await service.actor(token)).awaitsSecondFactor).toBe(true);
  });

  it('does not bring an old password back when it replaces a hash of lower cost (docs/identity.md I2.2)', async () => {
    const user = await service.user();
    const password_hash = await hashPassword(PASSWORD, { ...CHEAP, ln: 3 });
    await service.db('users').where({ id: user.id }).update({ password_hash });
    await signInDuring(user, () => reset(user)).catch(() => undefined);
    await expect(service.signIn(user.email)).rejects.toMatchObject(UNAUTHORIZED);
    await service.signIn(user.email, NEXT);
  });

  it('succeeds while another one replaces the hash', async () => {
    const user = await service.user();
    const password_hash = await hashPassword(PASSWORD, { ...CHEAP, ln: 3 });
    await service.db('users').where({ id: user.id }).update({ password_hash });
    const { token } = await signInDuring(user, () => service.signIn(user.email));
    expect((await service.actor(token)).userId).toBe(user.id);
  });
});
