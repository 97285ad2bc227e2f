import type { TaggingOperation } from '@svc/domain';
import { expect, it } from 'vitest';
import { openUnsavedOperations } from './unsaved-operations.js';

it('unsaved changes of tags are those of one user in one company, and gone once they are saved (docs/dashboard.md Y17.5)', async () => {
  const storage = new Map<string, TaggingOperation[]>();
  const open = (user: string, company: string) =>
    openUnsavedOperations(user, company, (key) => ({
      read: async () => storage.get(key),
      write: async (changes) => void (changes ? storage.set(key, changes) : storage.delete(key)),
    }));
  const operation: TaggingOperation = { kind: 'variant', id: 'V1', add: ['a:b'], remove: [] };
  await open('ada', 'glow').write([operation]);
  expect(await open('ada', 'glow').read()).toEqual([operation]);
  expect(await open('ada', 'lune').read()).toEqual([]);
  expect(await open('ben', 'glow').read()).toEqual([]);
  await open('ada', 'glow').write([]);
  expect(storage.size).toBe(0);
});
