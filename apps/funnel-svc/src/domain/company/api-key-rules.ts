import { DEFAULT_KEY_SCOPES, KEY_SCOPES, type KeyScope } from '@svc/domain';
import { ServiceError } from '@svc/kit';

/** Longest name of a key, characters. */
export const MAX_KEY_NAME_LENGTH = 100;

export interface KeyRequest {
  name: string;
  expiresAt: Date | null;
  /** Empty: the default scopes. */
  scopes: readonly string[];
  /** Display name of the user; empty: the platform token. */
  createdBy: string;
  /** Undefined: the platform token. */
  userId?: string | undefined;
}

/**
 * Checks the request for a new key. docs/management.md "Keys, versions, imports, erasure".
 * @throws ServiceError INVALID_REQUEST with every problem.
 */
export function checkKeyRequest(
  request: KeyRequest,
  now: Date,
): { name: string; expiresAt: Date | null; scopes: KeyScope[] } {
  const details: { path: string; message: string }[] = [];
  const name = request.name.trim();
  const length = [...name].length;
  if (length < 1 || length > MAX_KEY_NAME_LENGTH) {
    details.push({ path: '/name', message: `name must have 1 to ${MAX_KEY_NAME_LENGTH} characters.` });
  } else if (/\p{Cc}|\p{Cs}/u.test(name)) {
    details.push({ path: '/name', message: 'name must not contain control characters.' });
  }
  const { expiresAt } = request;
  if (expiresAt && !(expiresAt.getTime() > now.getTime())) {
    details.push({
      path: '/expiresAt',
      message: 'expiresAt must be in the future; omit it for a key that does not expire.',
    });
  }
  const scopes = request.scopes.filter(isScope);
  if (scopes.length !== request.scopes.length) {
    details.push({
      path: '/scopes',
      message: `scopes must be ${KEY_SCOPES.slice(0, -1).join(', ')} or ${KEY_SCOPES.at(-1)}.`,
    });
  } else if (new Set(scopes).size !== scopes.length) {
    details.push({ path: '/scopes', message: 'scopes must name each scope once.' });
  }
  if (details.length > 0) {
    throw new ServiceError('INVALID_REQUEST', details.map(({ message }) => message).join(' '), { details });
  }
  return {
    name,
    expiresAt,
    scopes: scopes.length === 0 ? [...DEFAULT_KEY_SCOPES] : KEY_SCOPES.filter((scope) => scopes.includes(scope)),
  };
}

const isScope = (value: string): value is KeyScope => (KEY_SCOPES as readonly string[]).includes(value);

/**
 * Refuses a key that may not do this now. A key is expired from the instant of `expiresAt` on.
 * docs/contract.md C4.4: revoked and wrong-scope keys are UNAUTHORIZED, expired ones API_KEY_EXPIRED.
 */
export function checkKey(
  key: { scopes: readonly string[]; expiresAt: Date | null; revokedAt: Date | null } | undefined,
  scope: KeyScope,
  now: Date,
): asserts key {
  if (!key || key.revokedAt) {
    throw new ServiceError('UNAUTHORIZED', 'Send a valid Company API Key: Authorization: Bearer <COMPANY_API_KEY>.');
  }
  if (key.expiresAt && key.expiresAt.getTime() <= now.getTime()) {
    throw new ServiceError(
      'API_KEY_EXPIRED',
      'This Company API Key has expired; create a new one and revoke this one.',
    );
  }
  if (!key.scopes.includes(scope)) {
    throw new ServiceError('UNAUTHORIZED', `This Company API Key has no scope ${scope}; create one that has it.`);
  }
}
