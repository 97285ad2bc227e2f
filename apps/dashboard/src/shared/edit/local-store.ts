import { openUnsaved } from '../unsaved/unsaved.js';
import type { Kept, LocalStore } from './model/edit-session.js';

/** The newest store of each name in this tab. */
const newest = new Map<string, LocalStore>();

/**
 * Edits that this browser keeps, each under the name of its user and funnel. They hold no personal data of shoppers. A screen that was left
 * may still be saving when the next one has opened the same edit: from then on, only the next one writes.
 */
export function createLocalStore(name: string, unsaved = openUnsaved<Kept>(`edit ${name}`)): LocalStore {
  const store: LocalStore = {
    read: unsaved.read,
    async write(kept) {
      if (newest.get(name) !== store) return;
      // A state that the service has is not kept: it would be older in the next tab.
      const isNeeded = kept.isDirty || kept.history.done.length > 0 || kept.history.undone.length > 0;
      await unsaved.write(isNeeded ? kept : undefined);
    },
  };
  newest.set(name, store);
  return store;
}
