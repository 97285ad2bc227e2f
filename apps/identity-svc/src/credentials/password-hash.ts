import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** What a hash costs: 128 · 2^ln · r bytes of memory, and time in proportion to that and to p. */
export interface PasswordCost {
  /** Logarithm of N. */
  ln: number;
  r: number;
  p: number;
}

/** 32 MiB and some 100 ms. docs/identity.md I2.2. */
export const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The hash of a password with a salt of its own, as a PHC string. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await compute(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(hash)}`;
}

/** @returns whether it is the password, and whether its hash was made at another cost than today's. */
export async function verifyPassword(
  password: string,
  stored: string,
  cost: PasswordCost,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('A stored password hash is not a PHC string of scrypt.');
  const [ln, r, p] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] as string, 'base64');
  const found = await compute(password, Buffer.from(parts[4] as string, 'base64'), { ln, r, p });
  const isRight = expected.length === found.length && timingSafeEqual(expected, found);
  return { isRight, isOutdated: ln !== cost.ln || r !== cost.r || p !== cost.p };
}

function compute(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  // One password typed on two systems must be one password.
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r });
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
