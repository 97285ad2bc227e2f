/** Chunk `actions`: what follows from what a shopper does. Loaded with the first answer, or the first message of a result. */
import { SvcDataUpdatedEvent } from '../events/notice-events.js';
import type { Runtime } from '../loader/runtime.js';
import { forgetAnalysis } from '../storage/forget-analysis.js';
import type { RecordStorage } from '../storage/record-list.js';

export { actOnMessage } from '../elements/frame/act-on-message.js';
export { scrollToTop } from '../elements/frame/scroll-to-top.js';
export { fetchFunnel } from '../elements/shared/fetch-funnel.js';

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
