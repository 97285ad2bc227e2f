import type { CounterName, GaugeName, HistogramName, Labels } from './metrics.js';

/** Where the metrics server of a process receives what happens in many places: calls, requests, connections, caches. */
export interface ProcessMetrics {
  /** @param by - default 1. */
  count(name: CounterName, labels: Labels, by?: number): void;
  set(name: GaugeName, value: number, labels: Labels): void;
  /** Adds one duration in seconds. */
  observe(name: HistogramName, seconds: number, labels: Labels): void;
  /** `observe` for one set of labels, for what takes microseconds itself. */
  bind(name: HistogramName, labels: Labels): (seconds: number) => void;
}

let current: ProcessMetrics | undefined;
const readers = new Set<(metrics: ProcessMetrics) => void>();

/** The metrics of this process; undefined while it serves none, and then nothing is measured. docs/adr/0044-metrics-of-a-process.md. */
export const getProcessMetrics = (): ProcessMetrics | undefined => current;

/** Called by the metrics server when it starts and, with undefined, when it stops. */
export function setProcessMetrics(metrics: ProcessMetrics | undefined): void {
  current = metrics;
}

/**
 * Calls `read` before each scrape, for values that are read and not counted.
 * @returns the function that ends that.
 */
export function readBeforeScrape(read: (metrics: ProcessMetrics) => void): () => void {
  readers.add(read);
  return () => {
    readers.delete(read);
  };
}

/** Runs what `readBeforeScrape` registered. */
export function readAll(metrics: ProcessMetrics): void {
  for (const read of readers) read(metrics);
}
