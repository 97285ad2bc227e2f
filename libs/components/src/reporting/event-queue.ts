import type { InteractionType } from '@svc/domain';
import { createReportQueue } from './report-queue.js';

/** What a shopper did with a variant. */
export interface Interaction {
  /** Unique within the analysis: a repeated one counts once. */
  id: string;
  type: InteractionType;
  variantId: string;
  /** Place in the list that is shown, from 0. */
  position?: number;
  occurredAt: string;
}

export interface EventQueueDeps {
  /** Sends the JSON of a batch. Null: there is no answer. */
  send(body: string): Promise<Response | null>;
  setTimeout(run: () => void, ms: number): unknown;
}

/** Collects events of an analysis and sends them in batches, again with the same ids where the service did not take them. docs/events.md. */
export interface EventQueue {
  add(event: Interaction): void;
  /** Sends now what waits: the page is about to go. */
  flush(): void;
  /** Drops what waits, and takes nothing more. */
  stop(): void;
}

export function createEventQueue(analysisId: string, { send, setTimeout }: EventQueueDeps): EventQueue {
  const known = new Set<string>();
  let isStopped = false;
  const queue = createReportQueue<Interaction>({
    send: (events) => send(JSON.stringify({ analysisId, events })),
    setTimeout,
  });
  return {
    add(event) {
      if (isStopped || known.has(event.id)) return;
      known.add(event.id);
      queue.add(event);
    },
    flush: queue.leave,
    stop() {
      isStopped = true;
      queue.drop();
    },
  };
}
