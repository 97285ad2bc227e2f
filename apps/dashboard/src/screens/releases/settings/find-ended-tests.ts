import type { Schemas } from '../../../api/client.js';
import { readPartName } from './settings-parts.js';

/** What is read of a test. */
export type EndableTest = Pick<Schemas['Experiment'], 'id' | 'name' | 'kind' | 'funnel' | 'arms'>;

/** Tests of matching that a rollback of these parts ends: those of their funnels, and with the tagging all that change tags. docs/insight.md N13.8. */
export function findEndedTests<T extends EndableTest>(tests: readonly T[], parts: readonly { part: string }[]): T[] {
  const names = parts.flatMap(({ part }) => readPartName(part) ?? []);
  const funnels = names.flatMap(({ subdomain }) => subdomain ?? []);
  const hasTagging = names.some(({ part }) => part === 'tagging');
  const changesTags = ({ arms }: EndableTest) => arms.some(({ settings }) => (settings?.tagging ?? []).length > 0);
  return tests.filter(
    (test) =>
      test.kind === 'MATCHING' &&
      ((test.funnel !== null && funnels.includes(test.funnel)) || (hasTagging && changesTags(test))),
  );
}
