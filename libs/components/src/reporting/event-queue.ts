import type { InteractionType } from '@svc/domain';
import { getRetryMs } from './retry-after.js';

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
  /** Sends the JSON of a batch. Null: the network lost it. */
  send(body: string): Promise<Response | null>;
  setTimeout(run: () => void, ms: number): unknown;
}

/** How long events are collected, milliseconds. */
export const COLLECT_MS = 2_000;
/** Of a batch, as the service accepts it. */
export const MAX_BATCH = 50;
const MAX_ATTEMPTS = 3;
/** Beyond this nothing is kept: learning lives without it. */
const MAX_WAITING = 500;

/**
 * Collects events of an analysis and sends them in batches. What could not be sent is tried again with the same ids, not before the time
 * that the service asked for unless the page is left, then dropped. docs/events.md.
 */
export interface EventQueue {
  add(event: Interaction): void;
  /** Sends now what waits: the page is about to go. */
  flush(): void;
  /** Drops what waits, and takes nothing more. */
  stop(): void;
}

export function createEventQueue(analysisId: string, deps: EventQueueDeps): EventQueue {
  const known = new Set<string>();
  let waiting: { event: Interaction; attempts: number }[] = [];
  let isPlanned = false;
  let isStopped = false;

  function plan(ms: number): void {
    if (isPlanned) return;
    isPlanned = true;
    deps.setTimeout(() => {
      isPlanned = false;
      flush();
    }, ms);
  }

  function flush(): void {
    while (waiting.length > 0) void send(waiting.splice(0, MAX_BATCH));
  }

  async function send(batch: typeof waiting): Promise<void> {
    const response = await deps.send(JSON.stringify({ analysisId, events: batch.map(({ event }) => event) }));
    const isFinal = response && response.status < 500 && response.status !== 429;
    if (isFinal || isStopped) return;
    const again = batch
      .map(({ event, attempts }) => ({ event, attempts: attempts + 1 }))
      .filter(({ attempts }) => attempts < MAX_ATTEMPTS);
    waiting = [...again, ...waiting].slice(0, MAX_WAITING);
    if (again[0]) plan(Math.max(getRetryMs(response), COLLECT_MS * 2 ** again[0].attempts));
    else if (waiting.length > 0) plan(COLLECT_MS);
  }

  return {
    add(event) {
      if (isStopped || known.has(event.id) || waiting.length >= MAX_WAITING) return;
      known.add(event.id);
      waiting.push({ event, attempts: 0 });
      if (waiting.length >= MAX_BATCH) flush();
      else plan(COLLECT_MS);
    },
    flush,
    stop() {
      isStopped = true;
      waiting = [];
    },
  };
}
