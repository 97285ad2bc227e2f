import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.js';
import { createSecretBox, readKeyId, type SecretBox } from './secret-box.js';

const newKey = () => randomBytes(32).toString('base64');
const box = (keys: string) => createSecretBox(keys) as SecretBox;

describe('createSecretBox', () => {
  it('opens to the sealed text, and seals the same text differently each time', () => {
    const { seal, open } = box(newKey());
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter(fc) }), fc.string(), (secret, owner) => {
        const [one, two] = [seal(secret, owner), seal(secret, owner)];
        expect(open(one, owner)).toBe(Buffer.from(secret).toString());
        expect(one.equals(two)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('opens for its owner only, and only as it was sealed', () => {
    const { seal, open } = box(newKey());
    const sealed = seal('shpat_1', 'glow');
    expect(() => open(sealed, 'other')).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => open(changed, 'glow')).toThrow();
    }
    expect(() => open(sealed.subarray(0, 10), 'glow')).toThrow();
    expect(sealed.includes('shpat_1')).toBe(false);
  });

  it('a new key is added in front of the old one; without the old key its secrets are reported as lost', () => {
    const [old, fresh] = [newKey(), newKey()];
    const sealed = box(old).seal('shpat_1', 'glow');
    const both = box(`${fresh}, ${old}`);
    expect(both.open(sealed, 'glow')).toBe('shpat_1');
    expect(box(fresh).open(both.seal('shpat_2', 'glow'), 'glow')).toBe('shpat_2');
    expect(() => box(fresh).open(sealed, 'glow')).toThrow('that is no longer configured');
    expect(readKeyId(sealed)).toBe(box(old).keyId);
    expect(both.keyId).toBe(box(fresh).keyId);
    expect(both.keyId).not.toBe(box(old).keyId);
  });

  it('a name before a key changes nothing (docs/operations.md "Rotation of keys")', () => {
    const [old, fresh] = [newKey(), newKey()];
    const sealed = box(`2025:${old}`).seal('shpat_1', 'glow');
    const both = box(`2026-11:${fresh},2025:${old}`);
    expect([both.keyId, both.open(sealed, 'glow')]).toEqual([box(fresh).keyId, 'shpat_1']);
    expect(box(old).open(sealed, 'glow')).toBe('shpat_1');
  });

  it.each([
    '',
    'key:',
    `:${newKey()}`,
    `a:b:${newKey()}`,
    `a b:${newKey()}`,
    'c2hvcnQ=',
    'no base64 at all!',
    randomBytes(33).toString('base64'),
    `${newKey()},`,
  ])('%j is no key', (keys) => {
    expect(createSecretBox(keys)).toBeUndefined();
  });
});
