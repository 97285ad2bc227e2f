import { type InteractionType, MAX_EVENT_BATCH } from '@svc/domain';

/** What the visitor did with a variant. */
export interface Interaction {
  /** Unique within the analysis: a repeated one counts once. */
  id: string;
  type: InteractionType;
  variantId: string;
  position?: number;
  occurredAt: string;
}

export interface EventQueueDeps {
  fetch: typeof fetch;
  setTimeout(run: () => void, ms: number): unknown;
}

/** How long events are collected, milliseconds. */
export const COLLECT_MS = 2_000;
const MAX_ATTEMPTS = 3;
/** Beyond this nothing is kept: learning lives without it. */
const MAX_WAITING = 500;

/** Collects events and sends them in batches; what could not be sent is tried again with the same ids, then dropped. */
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
    while (waiting.length > 0) void send(waiting.splice(0, MAX_EVENT_BATCH));
  }

  async function send(batch: typeof waiting): Promise<void> {
    if ((await post(batch.map(({ event }) => event))) || isStopped) return;
    const again = batch.map(({ event, attempts }) => ({ event, attempts: attempts + 1 }));
    waiting = [...again.filter(({ attempts }) => attempts < MAX_ATTEMPTS), ...waiting].slice(0, MAX_WAITING);
    if (waiting.length > 0) plan(COLLECT_MS * 2 ** again[0]!.attempts);
  }

  /** True when there is nothing to repeat: stored, or refused for good. */
  async function post(events: Interaction[]): Promise<boolean> {
    try {
      const { status } = await deps.fetch('/api/v1/events', {
        method: 'POST',
        // Outlives the page.
        keepalive: true,
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ analysisId, events }),
      });
      return status < 500 && status !== 429;
    } catch {
      return false;
    }
  }

  return {
    add(event) {
      if (isStopped || known.has(event.id) || waiting.length >= MAX_WAITING) return;
      known.add(event.id);
      waiting.push({ event, attempts: 0 });
      if (waiting.length >= MAX_EVENT_BATCH) flush();
      else plan(COLLECT_MS);
    },
    flush,
    stop() {
      isStopped = true;
      waiting = [];
    },
  };
}
