import { type Logger, type Metrics, noMetrics, runDetached } from '@svc/kit';
import type { WorkerState } from './picture-messages.js';
import type { SelfieOutcome, SelfieReason } from './selfie-result.js';

/** Interval at which counts are logged, if there are any. */
const COUNTS_EVERY_MS = 10 * 60_000;

export interface SelfieJournal {
  /** Reports that a process started, or why it did not. */
  processStarted(state: WorkerState): void;
  /** Reports that the model failed on a picture. Logged once between two counts. */
  modelFailed(problem: string): void;
  analyzed(outcome: SelfieOutcome): void;
  /** Logs the last counts. */
  stop(): void;
}

/**
 * Metrics and log lines about selfies: one line when selfies can no longer be analyzed, with the reason, one when they can again,
 * and every ten minutes how many were used, and how many were ignored for which reason. Contains counts only, no data of a picture.
 */
export function createSelfieJournal(
  log: Logger,
  metrics: Metrics = noMetrics,
  everyMs = COUNTS_EVERY_MS,
): SelfieJournal {
  let unavailable = false;
  let failureLogged = false;
  let used = 0;
  let ignored: Partial<Record<SelfieReason, number>> = {};
  let skinColors: Record<string, number> = {};
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    failureLogged = false;
    if (used === 0 && Object.keys(ignored).length === 0) return;
    log.info({ selfies: { used, ignored, skinColors } }, 'selfie outcomes');
    used = 0;
    ignored = {};
    skinColors = {};
  }

  return {
    processStarted({ modelVersion, problem }) {
      if (modelVersion === null) metrics.count('svc_selfie_model_unavailable_total');
      if (modelVersion === null && !unavailable) {
        log.warn({ problem }, 'the face model is unavailable: selfies are ignored, analyses are still created');
      } else if (modelVersion !== null && unavailable) {
        log.info({ modelVersion }, 'the face model is available again: selfies are analyzed');
      }
      unavailable = modelVersion === null;
    },
    modelFailed(problem) {
      if (!failureLogged) log.warn({ problem }, 'the face model failed on a selfie; the selfie is ignored');
      failureLogged = true;
    },
    analyzed({ reason, features: { skinColor } }) {
      metrics.count('svc_selfies_total', { outcome: reason ?? 'USED' });
      if (reason === null) used += 1;
      else ignored[reason] = (ignored[reason] ?? 0) + 1;
      if (skinColor) skinColors[skinColor.value] = (skinColors[skinColor.value] ?? 0) + 1;
      // Detached: a timer inherits the context in which it is created, and the counts do not belong to a request.
      timer ??= runDetached(() => setTimeout(write, everyMs).unref());
    },
    stop: write,
  };
}
