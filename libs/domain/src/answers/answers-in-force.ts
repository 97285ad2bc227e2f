import { toIndex, type VersionSteps } from '../funnel/step-index.js';
import { effectiveAnswers } from '../funnel/visible-steps.js';
import type { MatchingAnswers } from './answers.js';
import type { AnswerPresence } from './chosen-keys.js';
import { migrateAnswers } from './migrate-answers.js';

/**
 * Stored answers as they enter a match: migrated to the version in force, then without those of hidden and missing steps.
 * Equal results are equal byte for byte, so their digest may be a cache key. docs/matching.md M6; docs/contract.md C16.
 * @param steps - of the current published version; for a preview, of its own draft version. Indexed, where one version is
 *   asked about often.
 */
export function answersInForce(
  stored: MatchingAnswers,
  steps: VersionSteps,
  others: Omit<AnswerPresence, 'colorType'> = {},
): MatchingAnswers {
  const index = toIndex(steps);
  const { values } = migrateAnswers(stored.selectionValues, index);
  return effectiveAnswers({ ...stored, selectionValues: values }, index, others);
}
