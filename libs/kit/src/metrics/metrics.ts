import type { CounterName } from './counters.js';
import type { GaugeName } from './gauges.js';

export { COUNTERS, type CounterName } from './counters.js';
export { GAUGES, type GaugeName } from './gauges.js';
export { DURATION_BUCKETS_S, HISTOGRAMS, type HistogramName } from './histograms.js';

export type Labels = Record<string, string>;

/** Counts of one process. */
export interface Metrics {
  count(name: CounterName, labels?: Record<string, string>): void;
  set(name: GaugeName, value: number, labels?: Record<string, string>): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { count() {}, set() {} };
