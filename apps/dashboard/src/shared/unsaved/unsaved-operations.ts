import type { TaggingOperation } from '@svc/domain';
import { openUnsaved, type Unsaved } from './unsaved.js';

/** Changes of tags that a user has made in a company and that are not saved. */
export interface UnsavedOperations {
  read(): Promise<TaggingOperation[]>;
  write(operations: readonly TaggingOperation[]): Promise<void>;
}

/** @param open - the storage of the browser by default. docs/dashboard.md Y17.5. */
export function openUnsavedOperations(
  user: string,
  company: string,
  open: (key: string) => Unsaved<TaggingOperation[]> = openUnsaved,
): UnsavedOperations {
  const { read, write } = open(`tags ${user} ${company}`);
  return {
    read: async () => (await read()) ?? [],
    write: (operations) => write(operations.length === 0 ? undefined : [...operations]),
  };
}
