import { createReportQueue, type ReportQueueDeps } from '../reporting/report-queue.js';

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

export interface VisitCounterDeps extends Omit<ReportQueueDeps<ShopVisitEvent>, 'isAllowed'> {
  /** May usage be reported now. */
  isAllowed(): boolean;
  /** Milliseconds since the page load began. */
  now(): number;
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
  /** Sends what waits: the page is about to go. */
  flush(): void;
  /** Drops what waits: the shopper declined. */
  drop(): void;
}

/** Longer visits are those of tabs that were forgotten. */
const MAX_MS = 24 * 60 * 60 * 1_000;

/** docs/components.md B13.8. */
export function createVisitCounter({ now, ...deps }: VisitCounterDeps): VisitCounter {
  const counted = new Set<string>();
  const queue = createReportQueue<ShopVisitEvent>(deps);
  return {
    count(type, funnel) {
      const key = `${type} ${funnel}`;
      if (!deps.isAllowed() || counted.has(key)) return;
      counted.add(key);
      const atMs = Math.min(Math.round(now()), MAX_MS);
      queue.add({ n: counted.size - 1, type, ...(funnel && { funnel }), atMs });
    },
    flush: queue.leave,
    drop: queue.drop,
  };
}
