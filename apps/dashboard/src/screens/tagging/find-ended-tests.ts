import type { TaggingOperation } from '@svc/domain';
import type { Schemas } from '../../api/client.js';

type Test = Pick<Schemas['Experiment'], 'id' | 'name' | 'arms'>;

/** Tests that changes of tags end: an arm changes tags of the same product or variant. docs/insight.md N13.15. */
export function findEndedTests<T extends Test>(
  tests: readonly T[],
  operations: readonly Pick<TaggingOperation, 'kind' | 'id'>[],
): T[] {
  const toKey = ({ kind, id }: Pick<TaggingOperation, 'kind' | 'id'>) => `${kind} ${id}`;
  const changed = new Set(operations.map(toKey));
  return tests.filter(({ arms }) =>
    arms.some(({ settings }) => settings?.tagging?.some((tag) => changed.has(toKey(tag)))),
  );
}
