import { ServiceError } from '@svc/kit';

const MAX_NAME_LENGTH = 100;
const LOCALE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/** The name of a user as it is stored. @throws ServiceError INVALID_REQUEST. */
export function checkName(value: string): string {
  const name = value.trim();
  const { length } = [...name];
  if (length < 1 || length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(name)) {
    const message = `name must have 1 to ${MAX_NAME_LENGTH} characters and no control characters.`;
    throw new ServiceError('INVALID_REQUEST', message, { details: [{ path: '/name', message }] });
  }
  return name;
}

/** @throws ServiceError INVALID_REQUEST. */
export function checkLocale(value: string): string {
  if (LOCALE.test(value)) return value;
  const message = 'locale must be a BCP 47 language tag, for example de-CH.';
  throw new ServiceError('INVALID_REQUEST', message, { details: [{ path: '/locale', message }] });
}
