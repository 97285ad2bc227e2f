import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../credentials/password-hash.js';
import { passwordsDuring } from '../testing/passwords-during.testing.js';
import { CHEAP, ORIGIN, PASSWORD, startTestService, type TestService } from '../testing/test-service.testing.js';
import { changePassword } from './change-password.js';

const OTHER = 'a completely new sentence';
const NEXT = 'the sentence of another person';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type User = Awaited<ReturnType<TestService['user']>>;

const createLink = async (userId: string): Promise<string> => {
  const { link } = await service.credentials.createResetLink({ companyId: '', userId, dashboardOrigin: ORIGIN });
  return link.split('#')[1] ?? '';
};

/** Changes `PASSWORD` to `NEXT`, while something else happens after the current one was found to be right. */
async function changeDuring(user: User, event: () => Promise<unknown>): Promise<void> {
  const { sessionId } = await service.actor(user.token);
  const change = changePassword({ db: service.knex, clock: service.clock, passwords: passwordsDuring(event) });
  await change(user.id, sessionId, PASSWORD, NEXT);
}

describe('a change of the password (docs/identity.md I2.3)', () => {
  it('is refused where a link has set another one meanwhile, which stays (docs/identity.md I7.3)', async () => {
    const user = await service.user();
    const token = await createLink(user.id);
    const change = changeDuring(user, () => service.credentials.reset({ token, password: OTHER }));
    await expect(change).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: '/current' }] });
    await service.signIn(user.email, OTHER);
    await expect(service.signIn(user.email, NEXT)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('succeeds while a sign-in replaces the hash of the same password', async () => {
    const user = await service.user();
    const password_hash = await hashPassword(PASSWORD, { ...CHEAP, ln: 3 });
    await service.db('users').where({ id: user.id }).update({ password_hash });
    await changeDuring(user, () => service.signIn(user.email));
    await service.signIn(user.email, NEXT);
  });
});

describe('a new password (docs/identity.md I2.1)', () => {
  /** A member of two companies, one of which has another name since. */
  async function member(): Promise<User> {
    const user = await service.user();
    const second = await service.invite({ email: user.email, companyId: 'company-2', companyName: 'Lumen Apothecary' });
    await service.accept(second, { userId: user.id });
    await service.invite({ companyId: 'company-2', companyName: 'Lumen & Daughters' });
    await service.user({ companyId: 'company-3', companyName: 'Foreign Cosmetics' });
    return user;
  }
  const named = { message: expect.stringContaining('name of the company') };

  it.each(['glow cosmetics', 'Lumen Apothecary', 'Lumen & Daughters'])(
    'is not the name of a company of the user, by a change or by a link: %s',
    async (name) => {
      const user = await member();
      const { sessionId } = await service.actor(user.token);
      const change = { userId: user.id, sessionId, current: PASSWORD, next: name };
      await expect(service.credentials.changePassword(change)).rejects.toMatchObject({
        ...{ code: 'INVALID_REQUEST', details: [{ path: '/next', ...named }] },
      });
      const token = await createLink(user.id);
      await expect(service.credentials.reset({ token, password: name })).rejects.toMatchObject({
        ...{ code: 'INVALID_REQUEST', details: [{ path: '/password', ...named }] },
      });
      // The link was not used up.
      await service.credentials.reset({ token, password: NEXT });
    },
  );

  it('may be the name of a company that the user is not a member of', async () => {
    const user = await member();
    await service.credentials.reset({ token: await createLink(user.id), password: 'Foreign Cosmetics' });
    await service.signIn(user.email, 'Foreign Cosmetics');
  });

  it('says nothing about companies to the holder of a link that does not work', async () => {
    await member();
    const reset = service.credentials.reset({ token: 'unknown', password: 'Glow Cosmetics' });
    await expect(reset).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
