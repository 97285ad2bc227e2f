import { createLimiter, ServiceError } from '@svc/kit';
import { hashPassword, type PasswordCost, verifyPassword } from '../credentials/password-hash.js';

/** Hashing takes memory and processor time: so many at a time in a process, and so many that wait. docs/identity.md I2.2. */
const MAX_RUNNING = 2;
const MAX_WAITING = 100;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** @param stored - undefined: there is no account. Takes the same time as a wrong password. */
  verify(password: string, stored: string | null | undefined): Promise<{ isRight: boolean; isOutdated: boolean }>;
}

/** Hashes and verifies passwords. Fails with UNAVAILABLE when too many wait already. */
export function createPasswords(cost: PasswordCost): Passwords {
  const limit = createLimiter(MAX_RUNNING);
  let accepted = 0;
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (accepted >= MAX_RUNNING + MAX_WAITING) {
      throw new ServiceError('UNAVAILABLE', 'Too many sign-ins are in progress. Please try again.', { retryAfterS: 5 });
    }
    accepted += 1;
    try {
      return await limit(task);
    } finally {
      accepted -= 1;
    }
  };
  // The hash of a random password that is not kept.
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => run(() => hashPassword(password, cost)),
    async verify(password, stored) {
      dummy ??= hashPassword(crypto.randomUUID(), cost);
      const known = stored ?? (await dummy);
      const result = await run(() => verifyPassword(password, known, cost));
      return { ...result, isRight: result.isRight && stored != null };
    },
  };
}
