import { createPasswords, type Passwords } from '../usecases/passwords.js';
import { CHEAP } from './test-service.testing.js';

/** Passwords of which the first is found to be right or wrong before `event` happens, and is used after it. */
export function passwordsDuring(event: () => Promise<unknown>): Passwords {
  const passwords = createPasswords(CHEAP);
  let happened: Promise<unknown> | undefined;
  return {
    ...passwords,
    async verify(password, stored) {
      const result = await passwords.verify(password, stored);
      happened ??= event();
      await happened;
      return result;
    },
  };
}
