/** Retention of visits in days. docs/insight.md N8.1. */
export const VISIT_DAYS = 90;
/** Events that are stored of one visit: with so many, it takes no further batch. docs/insight.md N2.6. */
export const MAX_VISIT_EVENTS = 500;

export const VISIT_EVENT_TYPES = ['SHOWN', 'ANSWERED', 'BACK', 'FINISHED', 'LEFT'] as const;
export type VisitEventType = (typeof VISIT_EVENT_TYPES)[number];

export type VisitDeviceName = 'PHONE' | 'TABLET' | 'DESKTOP';

/** One page load of a funnel. */
export interface FunnelVisit {
  visitId: string;
  funnelId: string;
  versionId: string;
  /** Empty: none. */
  source: string;
  locale: string;
  device: VisitDeviceName;
  /** The test that the page load was assigned to, and its arm. */
  experiment?: { id: string; arm: string } | undefined;
  /** Id of a stored visitor. */
  visitorId?: string | undefined;
}

export interface FunnelVisitEvent {
  /** Of the event within its visit. */
  n: number;
  type: VisitEventType;
  stepId: number;
  /** Since the visit began. */
  atMs: number;
}
