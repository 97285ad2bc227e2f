import { describe, expect, it } from 'vitest';
import { checkPassword } from './password-rules.js';

const NAMES = ['ada@glow.example', 'Glow Cosmetics'];
/** A character that is two units of UTF-16. */
const WIDE = '𝒜';
const text = (length: number): string => 'abc'.repeat(length).slice(0, length);

describe('a new password (docs/identity.md I2.1)', () => {
  it.each([
    ['12 characters', text(12)],
    ['12 characters of two units each', `${WIDE.repeat(6)}bcdefg`],
    ['256 characters', text(256)],
  ])('of %s is accepted', async (_, password) => {
    await expect(checkPassword(password, NAMES)).resolves.toBeUndefined();
  });

  it.each([
    ['11 characters', text(11), 'at least 12 characters'],
    ['11 characters of two units each', `${WIDE.repeat(5)}bcdefg`, 'at least 12 characters'],
    ['257 characters', text(257), 'at most 256 characters'],
    ['two different characters', 'abababababab', 'three different characters'],
    ['the address in another case', 'Ada@Glow.Example', 'email address'],
    ['the name of the company', 'glow cosmetics', 'name of the company'],
    ['the most common ones', '1Q2w3e4r5t6y', 'most common'],
  ])('of %s is refused, with the reason', async (_, password, reason) => {
    await expect(checkPassword(password, NAMES, '/next')).rejects.toMatchObject({
      ...{ code: 'INVALID_REQUEST', message: expect.stringContaining(reason) },
      details: [{ path: '/next', message: expect.stringContaining(reason) }],
    });
  });
});
