import { createEventQueue, type EventQueue, onceId } from '@svc/components';
import type { InteractionType } from '@svc/domain';
import type { LitElement, ReactiveController } from 'lit';
import { newKey } from '../quiz/new-key.js';
import { type CardObserver, cardObserver } from './card-observer.js';
import { sendEvents } from './send-events.js';

/**
 * Reports what the visitor saw and did: impressions by itself, of every element with `data-variant` and `data-position` in the
 * host, and what is reported to it. Sends what waits when the page is about to go.
 */
export class Interactions implements ReactiveController {
  private analysisId: string | null = null;
  private queue: EventQueue | null = null;
  private observer: CardObserver | null = null;

  /** @param isSilent - nothing is reported now: in previews, which teach nothing, and without the visitor's consent. */
  constructor(
    private readonly host: LitElement,
    private readonly isSilent: () => boolean,
  ) {
    host.addController(this);
  }

  /** From now on reports are about this analysis. */
  begin(analysisId: string): void {
    this.flush();
    this.analysisId = analysisId;
    this.queue = null;
  }

  /** Drops what was not sent yet. */
  drop(): void {
    this.queue?.stop();
    this.queue = null;
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.onVisibility);
    this.observer = cardObserver(({ variantId, position }) =>
      this.report('IMPRESSION', variantId, position, onceId('IMPRESSION', variantId, position)),
    );
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.flush();
    this.observer?.disconnect();
  }

  hostUpdated(): void {
    this.observer?.watch(this.host.renderRoot.querySelectorAll<HTMLElement>('[data-variant]'));
  }

  /** @param position - in the list that is shown, from 0; null: it has no place there. */
  report(type: InteractionType, variantId: string, position: number | null, id: string = newKey()): void {
    if (this.analysisId === null || this.isSilent()) return;
    this.queue ??= createEventQueue(this.analysisId, {
      send: sendEvents,
      setTimeout: (run, ms) => setTimeout(run, ms),
    });
    const occurredAt = new Date().toISOString();
    this.queue.add({ id, type, variantId, occurredAt, ...(position === null ? {} : { position }) });
  }

  readonly flush = (): void => this.queue?.flush();

  private readonly onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.flush();
  };
}
