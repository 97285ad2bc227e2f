import { describe, expect, it } from 'vitest';
import { isHandle, isReservedSubdomain } from './host-names.js';

describe('sub-domains (docs/contract.md C2.3)', () => {
  it('have 2 to 40 lower-case letters, digits and hyphens (C2.3)', () => {
    for (const text of ['ab', 'a1', '2-b', 'a'.repeat(40)]) expect(isHandle(text), text).toBe(true);
    for (const text of ['', 'a', 'a'.repeat(41), 'Ab', 'a_b', 'a.b', 'a b', 'ä1', 'ab\n']) {
      expect(isHandle(text), text).toBe(false);
    }
  });

  it.each(['dashboard', 'api', 'www', 'docs', 'status', 'cdn', 'tracking', 'demo-shop', 'preview'])(
    '%s is reserved (C2.3)',
    (name) => expect(isReservedSubdomain(name)).toBe(true),
  );

  it('names that only begin like a reserved one are free', () => {
    for (const name of ['dashboards', 'api-2', 'demo', 'beauty']) expect(isReservedSubdomain(name)).toBe(false);
  });
});
