import { expect, it } from 'vitest';
import { createLocalStore } from './local-store.js';
import type { Kept } from './model/edit-session.js';

it('a screen that was left overwrites nothing of the one that has opened the edit since (docs/dashboard.md Y15.2)', async () => {
  let stored: Kept | undefined;
  const unsaved = {
    read: async () => stored,
    write: async (kept: Kept | undefined) => {
      stored = kept;
    },
  };
  const content = { steps: [], others: {} };
  const toKept = (isDirty: boolean): Kept => ({
    ...{ content, isDirty, history: { done: [], undone: [] } },
    synced: { content, revision: 1, baseVersionId: null },
  });
  const left = createLocalStore('ada glow', unsaved);
  await left.write(toKept(true));
  const opened = createLocalStore('ada glow', unsaved);
  const other = createLocalStore('ada other', { ...unsaved, write: async () => undefined });
  await other.write(toKept(false));
  expect(await opened.read()).toEqual(toKept(true));
  await left.write(toKept(false));
  expect(await opened.read()).toEqual(toKept(true));
  await opened.write(toKept(false));
  expect(await opened.read()).toBeUndefined();
});
