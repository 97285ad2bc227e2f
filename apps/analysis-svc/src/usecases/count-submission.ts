import { getProcessMetrics, ServiceError } from '@svc/kit';
import type { RunResult } from './run-once.js';

const OUTCOMES: Partial<Record<string, string>> = {
  IDEMPOTENCY_CONFLICT: 'conflict',
  REQUEST_IN_PROGRESS: 'in_progress',
};

/** Counts a submission that was answered with a stored analysis. */
export function countSubmission(
  { replayed }: RunResult,
  { isPreview, hasKey }: { isPreview: boolean; hasKey: boolean },
): void {
  const metrics = getProcessMetrics();
  const kind = replayed ? 'replayed' : isPreview ? 'preview' : 'live';
  metrics?.count('svc_analyses_created_total', { kind });
  if (hasKey) metrics?.count('svc_idempotency_total', { outcome: replayed ? 'replayed' : 'first' });
}

/** Counts a submission that was refused because of its Idempotency-Key. */
export function countRefusal(error: unknown): void {
  const outcome = error instanceof ServiceError ? OUTCOMES[error.code] : undefined;
  if (outcome !== undefined) getProcessMetrics()?.count('svc_idempotency_total', { outcome });
}
