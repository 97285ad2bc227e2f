import type { QuizStore } from './quiz-store.js';
import { type SubmitOutcome, submit } from './submit.js';

/** After this the page says that the request is still running. */
const SLOW_MS = 5_000;

/**
 * Submits the answers of a visit, which must be complete. Answers that already became an analysis are not sent again.
 * @param onSlow - it takes longer than people expect.
 */
export async function sendAnswers(store: QuizStore, onSlow: () => void): Promise<SubmitOutcome> {
  const ready = store.prepare();
  if ('analysisId' in ready) return { kind: 'created', analysisId: ready.analysisId, warnings: [] };
  performance.mark('svc:send');
  const slow = setTimeout(onSlow, SLOW_MS);
  const outcome = await submit(
    { versionId: store.page.version.id, experimentId: store.page.experiment?.id, ...ready },
    {
      fetch: (input, init) => fetch(input, init),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
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
