import { ServiceError } from '@svc/kit';

const MIN_LENGTH = 12;
const MAX_LENGTH = 256;

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Checks a new password. docs/identity.md I2.1.
 * @param names - the address and the names of companies, which must not be the password.
 * @throws ServiceError INVALID_REQUEST.
 */
export async function checkPassword(password: string, names: readonly string[], path = '/password'): Promise<void> {
  const problem = await findProblem(password, names);
  if (problem) throw new ServiceError('INVALID_REQUEST', problem, { details: [{ path, message: problem }] });
}

async function findProblem(password: string, names: readonly string[]): Promise<string | undefined> {
  const { length } = [...password];
  if (length < MIN_LENGTH) return `The password must have at least ${MIN_LENGTH} characters.`;
  if (length > MAX_LENGTH) return `The password must have at most ${MAX_LENGTH} characters.`;
  const plain = simplify(password);
  if (new Set(plain).size < 3) return 'The password must have at least three different characters.';
  if (names.some((name) => name !== '' && simplify(name) === plain)) {
    return 'The password must not be the email address or the name of the company.';
  }
  common ??= loadCommonPasswords();
  if ((await common).has(plain)) return 'The password is among the most common ones; choose another one.';
  return undefined;
}

/** Only those that are long enough to be accepted otherwise are kept. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'] as readonly string[];
  return new Set(list.filter((password) => password.length >= MIN_LENGTH).map(simplify));
}

const simplify = (text: string): string => text.normalize('NFKC').toLowerCase();
