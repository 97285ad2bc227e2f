/** What is counted, with the labels of each. Names and labels say nothing of any person, company or request. */
export const COUNTERS = {
  svc_selfies_total: {
    help: 'Selfies by what became of them: USED, or the reason for which a picture was ignored.',
    labels: ['outcome'],
  },
  svc_selfie_model_unavailable_total: {
    help: 'Processes for selfies that started without the face model.',
    labels: [],
  },
} as const;
export type CounterName = keyof typeof COUNTERS;

/** Counts of one process. */
export interface Metrics {
  count(name: CounterName, labels?: Record<string, string>): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { count() {} };
