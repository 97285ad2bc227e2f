import type { InteractionType } from '@svc/domain';
import type { Runtime } from '../loader/runtime.js';
import { createId } from './create-id.js';
import { onceId } from './event-id.js';
import { createEventQueue, type EventQueue } from './event-queue.js';
import { postReport } from './post-report.js';

/** A product that is shown for an analysis. */
interface ShownProduct {
  analysisId: string;
  variantId: string;
  position: number | null;
}

/** Reports what the shopper sees of products and does with them, for the analysis that they belong to. */
export interface Interactions {
  /**
   * Reports that the product came into view, once, and each time that a link in the element is opened, or the button for the cart pressed.
   * @param position - in the list that is shown, from 0; null: it has none, so that it came into view is not reported.
   */
  watch(element: Element, analysisId: string, variantId: string, position: number | null): void;
}

/** Half of a picture or a name has to be seen: a tile may be higher than the room around it. */
const SHARE = 0.5;

/** docs/components.md B13.11. @param runtime - its consent decides at the moment something happens. */
export function createInteractions(runtime: Runtime): Interactions {
  /** By analysis. */
  const queues = new Map<string, EventQueue>();
  const shown = new WeakMap<Element, ShownProduct>();

  function report(type: InteractionType, { analysisId, variantId, position }: ShownProduct, id = createId()): void {
    if (runtime.consent !== 'granted') return;
    let queue = queues.get(analysisId);
    if (!queue) {
      queue = createEventQueue(analysisId, {
        send: (body) => postReport(runtime, 'events', body),
        setTimeout: (run, ms) => setTimeout(run, ms),
      });
      queues.set(analysisId, queue);
    }
    const place = type === 'ADD_TO_CART' || position === null ? {} : { position };
    queue.add({ id, type, variantId, ...place, occurredAt: new Date().toISOString() });
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const product = shown.get(target);
        if (!isIntersecting || !product) continue;
        observer.unobserve(target);
        const { variantId, position } = product;
        report('IMPRESSION', product, onceId('IMPRESSION', variantId, position ?? 0));
      }
    },
    { threshold: SHARE },
  );

  const flush = (): void => {
    for (const queue of queues.values()) queue.flush();
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('pagehide', flush);
  // What waits when the shopper declines is dropped.
  runtime.onChange(() => {
    if (runtime.consent === 'granted') return;
    for (const queue of queues.values()) queue.stop();
    queues.clear();
  });

  return {
    watch(element, analysisId, variantId, position) {
      const product = { analysisId, variantId, position };
      const handleClick = (event: Event): void => {
        const { button = 0 } = event as MouseEvent;
        const control = (event.target as Element).closest('a,button');
        // The other buttons of a mouse open nothing, and what the shop says to a press leads to the cart.
        if (!control || button > 1 || control.closest('[role=status]')) return;
        if (control.matches('a')) report('CLICK', product);
        else if (!button) report('ADD_TO_CART', product);
      };
      element.addEventListener('click', handleClick);
      element.addEventListener('auxclick', handleClick);
      if (position === null) return;
      const seen = element.firstElementChild ?? element;
      shown.set(seen, product);
      observer.observe(seen);
    },
  };
}
