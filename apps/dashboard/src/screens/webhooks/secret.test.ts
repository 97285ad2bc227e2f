import { expect, it } from 'vitest';
import { createSecret } from './secret.js';

it('a secret is whsec_ and 32 random bytes in base64 (docs/webhooks.md, docs/dashboard.md Y9.1)', () => {
  const [one, other] = [createSecret(), createSecret()];
  expect(one).not.toBe(other);
  expect(one.startsWith('whsec_')).toBe(true);
  expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32);
});
