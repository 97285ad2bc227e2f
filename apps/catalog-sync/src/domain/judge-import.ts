import type { RunFailure } from './import-failure.js';
import { MAX_REJECTED_SHARE, MAX_REMOVED_COUNT, MAX_REMOVED_SHARE } from './import-limits.js';

export interface ImportNumbers {
  /** Rows of the file. */
  read: number;
  rejected: number;
  /** Variants in force before the run. */
  inForce: number;
  /** Of these, those that the file does not name. */
  removed: number;
}

/** A state in which a run ends without a new catalog, and why. */
export interface Verdict {
  state: 'FAILED' | 'HELD';
  reason: string;
  failure?: RunFailure;
}

/**
 * Whether a staged file may become the catalog in force. docs/reliability.md R5.5, R5.2.
 * @returns null when it may; otherwise the state in which the run ends, and why.
 */
export function judgeImport(numbers: ImportNumbers): Verdict | null {
  const { read, rejected, inForce, removed } = numbers;
  if (rejected > read * MAX_REJECTED_SHARE) {
    const reason = `${rejected} of ${read} rows were rejected, which is more than ${MAX_REJECTED_SHARE * 100} %; correct the rows that are listed.`;
    const values = { rejected: String(rejected), read: String(read), percent: String(MAX_REJECTED_SHARE * 100) };
    return { state: 'FAILED', reason, failure: { code: 'ROWS_REJECTED', values } };
  }
  if (read === rejected) return { state: 'HELD', reason: 'The file has no rows, so every variant would be removed.' };
  if (removed > MAX_REMOVED_COUNT && removed > inForce * MAX_REMOVED_SHARE) {
    const reason = `${removed} of the ${inForce} variants in the catalog would be removed, which is more than ${MAX_REMOVED_SHARE * 100} %; the catalog was not changed.`;
    return { state: 'HELD', reason };
  }
  return null;
}
