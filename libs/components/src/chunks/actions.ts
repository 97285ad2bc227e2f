/** Chunk `actions`: what follows from what a shopper does. Loaded with the first answer, or the first message of a result. */
import type { AnalysisEventDetail, FinishedAnalysisDetail } from '../events/analysis-events.js';
import { SvcDataUpdatedEvent } from '../events/notice-events.js';
import { type AnalysisOrigin, type AnalysisRecorder, createAnalysisRecorder } from '../events/record-analyses.js';
import type { Runtime } from '../loader/runtime.js';
import { forgetAnalysis } from '../storage/forget-analysis.js';
import type { RecordStorage } from '../storage/record-list.js';

export { followLink } from '../elements/frame/follow-link.js';
export { scrollToTop } from '../elements/frame/scroll-to-top.js';
export { addToCart } from '../elements/shared/add-to-cart.js';

let recorder: AnalysisRecorder | undefined;

/** Writes the records of an analysis, and dispatches its events. */
export function record(
  runtime: Runtime,
  storage: RecordStorage,
  ...[type, detail, origin]:
    | [type: 'finished', detail: FinishedAnalysisDetail, origin: AnalysisOrigin]
    | [type: 'opened', detail: AnalysisEventDetail, origin: AnalysisOrigin]
): void {
  recorder ??= createAnalysisRecorder({
    document,
    storage,
    now: () => Date.now(),
    storesContactData: () => runtime.current?.storeContactData !== false,
    onStorageFailure: () => runtime.warn('storage', 'The browser does not store the analysis.'),
  });
  recorder[type](detail, origin);
}

/** Removes an analysis that was erased on the server. Frames and widgets follow the records. */
export function forget(storage: RecordStorage, analysisId: string): void {
  forgetAnalysis(storage, analysisId);
  document.dispatchEvent(new SvcDataUpdatedEvent());
}

/** Forgets an analysis that the server no longer has. */
export async function forgetErased(runtime: Runtime, storage: RecordStorage, analysisId: string): Promise<void> {
  const address = `${runtime.settings.platformBaseUrl}/api/v1/analyses/${encodeURIComponent(analysisId)}/matches`;
  const status = await fetch(address, { method: 'HEAD', credentials: 'omit' }).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 404) forget(storage, analysisId);
}
