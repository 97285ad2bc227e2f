/** What benchmarks of this repository switch inside of a running process; programs use the rest of the kit. */
export { getProcessMetrics, setProcessMetrics } from './metrics/process-metrics.js';
export { createOtlpSpans } from './telemetry/sdk-spans.js';
