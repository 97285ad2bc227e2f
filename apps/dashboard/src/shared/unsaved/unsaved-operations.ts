import type { TaggingOperation } from '@svc/domain';
import { openUnsaved } from './unsaved.js';

/** Changes of tags that a user has made in a company and that are not saved. */
export interface UnsavedOperations {
  read(): Promise<TaggingOperation[]>;
  write(operations: readonly TaggingOperation[]): Promise<void>;
}

export function openUnsavedOperations(user: string, company: string): UnsavedOperations {
  const { read, write } = openUnsaved<TaggingOperation[]>(`tags ${user} ${company}`);
  return {
    read: async () => (await read()) ?? [],
    write: (operations) => write(operations.length === 0 ? undefined : [...operations]),
  };
}
