import { openUnsaved } from '../../../shared/unsaved/unsaved.js';
import type { Kept, LocalStore } from '../model/edit-session.js';

/** Edits that this browser keeps, each under the name of its user and funnel. They hold no personal data of shoppers. */
export function createLocalStore(name: string): LocalStore {
  const { read, write } = openUnsaved<Kept>(`edit ${name}`);
  return {
    read,
    // A state that the service has is not kept: it would be older in the next tab.
    write: (kept) =>
      write(kept.isDirty || kept.history.done.length > 0 || kept.history.undone.length > 0 ? kept : undefined),
  };
}
