import type { TaggingOperation } from '../matching/tagging-operations.js';
import { normalizeTag } from '../matching/tags.js';
import { checkTags } from './check-tags.js';
import { checkShopId } from './check-values.js';
import { createProblems, type Problem } from './problems.js';

/**
 * Checks operations on tags; paths point into `{ operations }`. An added tag must be well-formed, a removed one need not be: an
 * older release may have stored it.
 */
export function checkTaggingOperations(operations: readonly TaggingOperation[]): Problem[] {
  const problems = createProblems();
  for (const [index, { id, add, remove }] of operations.entries()) {
    const at = ['operations', index];
    checkShopId(id, [...at, 'id'], problems);
    checkTags(add, [...at, 'add'], problems);
    if (add.length + remove.length === 0) problems.add(at, 'The operation must add or remove a tag.');
    const removed = new Set(remove.map(toKey));
    for (const [place, tag] of add.entries()) {
      if (removed.has(toKey(tag))) problems.add([...at, 'add', place], 'The tag must be added or removed, not both.');
    }
  }
  return problems.list();
}

const toKey = (tag: string): string => normalizeTag(tag) ?? tag;
