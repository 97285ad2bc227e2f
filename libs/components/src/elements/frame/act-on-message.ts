import { type AnalysisOrigin, type AnalysisRecorder, createAnalysisRecorder } from '../../events/record-analyses.js';
import type { Runtime } from '../../loader/runtime.js';
import { readMessage } from '../../messages/envelope.js';
import { PAGE_ACTIONS } from '../../messages/page-actions.js';
import type { RecordStorage } from '../../storage/record-list.js';
import { addToCart } from '../shared/add-to-cart.js';
import { followLink } from './follow-link.js';

/** The frame that sent a message. */
export interface ActionContext {
  runtime: Runtime;
  storage: RecordStorage;
  embedId: string;
  origin: AnalysisOrigin;
  /** Id of the result that the frame shows. */
  getShownId(): string | null;
  /** The frame shows this result now. */
  showsResult(analysisId: string): void;
  /** The records are written and the events are dispatched. */
  finished(): void;
}

let recorder: AnalysisRecorder | undefined;

/**
 * Acts on what a shopper did in a frame: writes the records of an analysis and dispatches its events, fills the cart, opens a
 * product. Content that is not a message of this frame has no effect. docs/components.md B11, B12 and B14.6.
 */
export function actOnMessage(data: unknown, context: ActionContext): void {
  const message = readMessage(data, PAGE_ACTIONS);
  if (message?.embedId !== context.embedId) return;
  if (message.type === 'add-to-cart') {
    const { items, set_id: setId, source } = message.payload;
    void addToCart({ items, setId, source, analysisId: context.getShownId() });
  } else if (message.type === 'open-product') {
    followLink(message.payload.link);
  } else {
    const { runtime, storage, origin } = context;
    context.showsResult(message.payload.analysis_id);
    recorder ??= createAnalysisRecorder({
      document,
      storage,
      now: () => Date.now(),
      storesContactData: () => runtime.current?.storeContactData !== false,
      onStorageFailure: () => runtime.warn('storage', 'The browser does not store the analysis.'),
    });
    if (message.type === 'finished') {
      recorder.finished(message.payload, origin);
      context.finished();
    } else {
      recorder.opened(message.payload, origin);
    }
  }
}
