import type { MatchingAnswers } from './answers.js';
import type { OtherFacts } from './evaluate-condition.js';
import { migrateAnswers } from './migrate-answers.js';
import type { Step } from './steps.js';
import { effectiveAnswers } from './visible-steps.js';

/**
 * Stored answers as they enter a match: migrated to the version in force, then without those of hidden and missing steps.
 * Equal results are equal byte for byte, so their digest may be a cache key. Matching, "3. Order"; contract, "Answer migration".
 * @param steps - of the current published version; for a preview, of its own draft version.
 */
export function answersInForce(
  stored: MatchingAnswers,
  steps: readonly Step[],
  others: Omit<OtherFacts, 'colorType'> = {},
): MatchingAnswers {
  const { values } = migrateAnswers(stored.selectionValues, steps);
  return effectiveAnswers({ ...stored, selectionValues: values }, steps, others);
}
