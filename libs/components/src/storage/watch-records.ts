import { SvcDataUpdatedEvent } from '../events/notice-events.js';
import { ANALYSES_KEY } from './analyses.js';
import { RECOMMENDED_VARIANTS_KEY } from './recommended-variants.js';

/** The part of `window` that is used. */
export type RecordsWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly document: EventTarget;
};

/**
 * Calls `refresh` when the records may have changed: after components or another tab wrote them, after
 * `svc-data-synchronized`, and when the page returns from the back-forward cache. A change in another tab dispatches
 * `svc-data-updated` here; `svc-data-synchronized` does not, because a listener may answer one with the other.
 * Call it once per page.
 * @returns stops watching.
 */
export function watchRecords(window: RecordsWindow, refresh: () => void): () => void {
  const { document } = window;
  const onStorage = ({ key }: StorageEvent): void => {
    // Null: the other tab cleared the storage.
    if (key === null || key === ANALYSES_KEY || key === RECOMMENDED_VARIANTS_KEY) {
      document.dispatchEvent(new SvcDataUpdatedEvent());
    }
  };
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) refresh();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('svc-data-synchronized', refresh);
  document.addEventListener('svc-data-updated', refresh);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('svc-data-synchronized', refresh);
    document.removeEventListener('svc-data-updated', refresh);
  };
}
