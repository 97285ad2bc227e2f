import { type Logger, type Metrics, noMetrics, runDetached } from '@svc/kit';
import type { WorkerState } from './selfie-process.js';
import type { SelfieOutcome, SelfieReason } from './selfie-result.js';

/** How often counts are written, if there are any. */
const COUNTS_EVERY_MS = 10 * 60_000;

export interface SelfieJournal {
  /** A process started, or did not. */
  processStarted(state: WorkerState): void;
  /** The model failed on a picture, which is told once between two counts. */
  modelFailed(problem: string): void;
  analysed(outcome: SelfieOutcome): void;
  /** Writes the last counts. */
  stop(): void;
}

/**
 * What operators learn of selfies, as counts for Prometheus and as log lines: once that they are not analysed and why, once that they are again, and
 * every ten minutes how many were used or ignored for which reason. Counts only: nothing of any picture.
 */
export function createSelfieJournal(
  log: Logger,
  metrics: Metrics = noMetrics,
  everyMs = COUNTS_EVERY_MS,
): SelfieJournal {
  let unavailable = false;
  let failureTold = false;
  let used = 0;
  let ignored: Partial<Record<SelfieReason, number>> = {};
  let skinColors: Record<string, number> = {};
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    failureTold = false;
    if (used === 0 && Object.keys(ignored).length === 0) return;
    log.info({ selfies: { used, ignored, skinColors } }, 'selfies analysed');
    used = 0;
    ignored = {};
    skinColors = {};
  }

  return {
    processStarted({ modelVersion, problem }) {
      if (modelVersion === null) metrics.count('svc_selfie_model_unavailable_total');
      if (modelVersion === null && !unavailable) {
        log.warn({ problem }, 'selfies are not analysed: the model is not available; analyses are created without it');
      } else if (modelVersion !== null && unavailable) {
        log.info({ modelVersion }, 'selfies are analysed again');
      }
      unavailable = modelVersion === null;
    },
    modelFailed(problem) {
      if (!failureTold) log.warn({ problem }, 'the face model failed on a selfie, which is ignored');
      failureTold = true;
    },
    analysed({ reason, features: { skinColor } }) {
      metrics.count('svc_selfies_total', { outcome: reason ?? 'USED' });
      if (reason === null) used += 1;
      else ignored[reason] = (ignored[reason] ?? 0) + 1;
      if (skinColor) skinColors[skinColor.value] = (skinColors[skinColor.value] ?? 0) + 1;
      // Detached: a timer keeps the context in which it is set, and the counts belong to no request.
      timer ??= runDetached(() => setTimeout(write, everyMs).unref());
    },
    stop: write,
  };
}
