import { describe, expect, it } from 'vitest';
import { deriveId } from './derive-id.js';

describe('a derived id', () => {
  it('is the same for the same secret and salt, and another for others', () => {
    const salt = Buffer.from('salt');
    const id = deriveId('secret', salt);
    expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(deriveId('secret', salt)).toBe(id);
    expect(deriveId('secret2', salt)).not.toBe(id);
    expect(deriveId('secret', Buffer.from('salt2'))).not.toBe(id);
  });
});
