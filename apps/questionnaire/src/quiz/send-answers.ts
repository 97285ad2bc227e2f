import { toSeconds } from '../shared/asked-wait.js';
import { getVisitorId } from '../visits/stored-visitor.js';
import type { QuizStore } from './quiz-store.js';
import { type SubmitOutcome, submit } from './submit.js';

/** How far the sending is. */
export interface SendingProgress {
  /** It takes longer than people expect. */
  isSlow: boolean;
  /** Seconds until the next attempt, which the service asked for; null: it is being sent. */
  waitS: number | null;
}

/** After this the page says that the request is still running. */
const SLOW_MS = 5_000;

/**
 * Submits the answers of a visit, which must be complete. Answers that already became an analysis are not sent again.
 * @param onProgress - called with each change.
 */
export async function sendAnswers(
  store: QuizStore,
  onProgress: (progress: SendingProgress) => void,
): Promise<SubmitOutcome> {
  const ready = store.prepare();
  if ('analysisId' in ready) return { kind: 'created', analysisId: ready.analysisId, warnings: [] };
  performance.mark('svc:send');
  let progress: SendingProgress = { isSlow: false, waitS: null };
  const change = (changed: Partial<SendingProgress>): void => {
    progress = { ...progress, ...changed };
    onProgress(progress);
  };
  const slow = setTimeout(() => change({ isSlow: true }), SLOW_MS);
  const outcome = await submit(
    {
      ...{ versionId: store.page.version.id, experimentId: store.page.experiment?.id },
      ...{ visitorId: getVisitorId(store.page) ?? store.visitorId, ...ready },
    },
    {
      fetch: (input, init) => fetch(input, init),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      onWait: (ms) => change({ waitS: ms > 0 ? toSeconds(ms) : null }),
      isOnline: () => navigator.onLine,
      renewKey: () => store.renewKey(ready.fingerprint),
    },
  );
  clearTimeout(slow);
  if (outcome.kind === 'created') {
    store.finish(ready.fingerprint, outcome.analysisId);
    // Drafts are tried by the merchant.
    if (store.page.isPreview) for (const warning of outcome.warnings) console.warn(warning);
  }
  return outcome;
}
