import { randomBytes } from 'node:crypto';
import { sha256 } from '@svc/kit';
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const ISSUER = 'Dashboard';

/** A new secret of an authenticator app, as base32. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32;

const toTotp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });

/** What an authenticator app reads from a QR code. */
export const toTotpUri = (secret: string, email: string): string => toTotp(secret, email).toString();

/**
 * The step of 30 seconds that a code belongs to: the current one, the one before or the one after. Null for every other code.
 * docs/identity.md I6.1.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = toTotp(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** Steps that the clock of a device may be off for the reason of a wrong code to be certain enough to be named. */
const CLOCK_STEPS = 5;

/** Whether a code that is not accepted is one of a device whose clock is up to 150 seconds wrong. docs/identity.md I6.5. */
export const isOfWrongClock = (secret: string, code: string, now: Date): boolean =>
  /^\d{6}$/.test(code) &&
  toTotp(secret).validate({ token: code, timestamp: now.getTime(), window: CLOCK_STEPS }) !== null;

const CODE_COUNT = 10;
/** Without characters that look like others. 12 of them hold 60 random bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 12;

/** Ten codes of 60 random bits, as they are shown: `abcd-efgh-jkmn`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: CODE_COUNT }, () =>
    Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** What is stored of a code. Case, spaces and hyphens do not count. */
export const hashRecoveryCode = (code: string): Buffer => sha256(code.toLowerCase().replace(/[\s-]/g, ''));
