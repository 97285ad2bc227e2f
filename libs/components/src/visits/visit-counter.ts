/** What a page of a shop showed, or what a shopper did with it. docs/insight.md N22.1. */
export type ShopVisitType =
  | 'BUTTON_SHOWN'
  | 'BUTTON_OPENED'
  | 'WIDGET_SHOWN'
  | 'WIDGET_OPENED'
  | 'POPUP_OPENED'
  | 'ANALYSIS_STARTED'
  | 'STEP_SHOWN'
  | 'ANALYSIS_FINISHED'
  | 'RESULT_OPENED'
  | 'CHAT_OPENED'
  | 'CHAT_MESSAGE';

export interface VisitCounterDeps {
  /** May usage be reported now. */
  isAllowed(): boolean;
  /** @returns milliseconds until the report may be repeated; 0: it was taken, or refused for good. */
  send(events: readonly ShopVisitEvent[]): Promise<number>;
  /** Milliseconds since the page load began. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
}

export interface ShopVisitEvent {
  n: number;
  type: ShopVisitType;
  /** Sub-domain. */
  funnel?: string;
  atMs: number;
}

/** Counts a page load: each type of event once for each funnel. */
export interface VisitCounter {
  /** Without consent nothing is counted, also not later. */
  count(type: ShopVisitType, funnel?: string): void;
  /** Sends what waits. */
  flush(): void;
  /** Drops what waits: the shopper declined. */
  drop(): void;
}

/** How long events are collected, milliseconds. */
export const COLLECT_MS = 2_000;
const MAX_ATTEMPTS = 3;
/** Of a report, as the service accepts it. */
export const MAX_BATCH = 50;
/** Longer visits are those of tabs that were forgotten. */
const MAX_MS = 24 * 60 * 60 * 1_000;

/** docs/components.md B13.8. */
export function createVisitCounter({ isAllowed, send, now, setTimeout }: VisitCounterDeps): VisitCounter {
  const counted = new Set<string>();
  let waiting: ShopVisitEvent[] = [];
  let isPlanned = false;

  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      flush();
    }, COLLECT_MS);
  };

  async function deliver(events: readonly ShopVisitEvent[], attempts = 1): Promise<void> {
    const againMs = await send(events);
    if (againMs > 0 && attempts < MAX_ATTEMPTS)
      // The shopper may have declined meanwhile.
      setTimeout(() => isAllowed() && void deliver(events, attempts + 1), againMs);
  }

  function flush(): void {
    while (isAllowed() && waiting.length > 0) void deliver(waiting.splice(0, MAX_BATCH));
  }

  return {
    count(type, funnel) {
      const key = `${type} ${funnel}`;
      if (!isAllowed() || counted.has(key)) return;
      counted.add(key);
      const atMs = Math.min(Math.round(now()), MAX_MS);
      waiting.push({ n: counted.size - 1, type, ...(funnel && { funnel }), atMs });
      plan();
    },
    flush,
    drop() {
      waiting = [];
    },
  };
}
