/** What is counted, with the labels of each. Names and labels say nothing of any person, company or request. */
export const COUNTERS = {
  svc_selfies_total: {
    help: 'Selfies by outcome: USED, or the reason why the picture was ignored.',
    labels: ['outcome'],
  },
  svc_selfie_model_unavailable_total: {
    help: 'Processes for selfies that started without the face model.',
    labels: [],
  },
  svc_jobs_total: {
    help: 'Attempts of jobs by outcome: DONE, RETRIED (will be retried), DEAD (will not be retried).',
    labels: ['task', 'outcome'],
  },
  svc_deliveries_total: {
    help: 'Delivery attempts by outcome: DELIVERED, RETRIED (will be retried), HELD (the endpoint is disabled), DEAD (will not be retried), POSTPONED (not attempted, because its products could not be read).',
    labels: ['target', 'outcome'],
  },
  svc_http_admissions_total: {
    help: 'Requests by class and outcome: ADMITTED, REFUSED because of the load, or FROM_MEMORY (a match that was answered from memory). Without probes, HEAD, OPTIONS and files.',
    labels: ['class', 'outcome'],
  },
} as const;
export type CounterName = keyof typeof COUNTERS;

/** What stands at a number at this moment; the same on every replica. */
export const GAUGES = {
  svc_jobs_dead: {
    help: 'Dead jobs, which will not be retried and are kept for inspection.',
    labels: ['task'],
  },
  svc_deliveries_pending: {
    help: 'Deliveries that wait, those of endpoints that are switched off among them.',
    labels: ['target'],
  },
} as const;
export type GaugeName = keyof typeof GAUGES;

/** Counts of one process. */
export interface Metrics {
  count(name: CounterName, labels?: Record<string, string>): void;
  set(name: GaugeName, value: number, labels?: Record<string, string>): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { count() {}, set() {} };
