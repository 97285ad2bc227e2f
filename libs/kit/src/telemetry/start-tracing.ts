import { randomUUID } from 'node:crypto';
import type { Logger } from '../log/logger.js';
import { setSpans } from './spans.js';

/** Longest wait for the collector when the process stops. */
const CLOSE_WITHIN_MS = 2_000;
/** One log line per so many milliseconds while the collector does not take spans. */
const LOG_EVERY_MS = 60_000;

export interface Tracing {
  /** Sends what waits, and ends. */
  close(): Promise<void>;
}

/**
 * Sends the spans of this process to a collector. The OpenTelemetry SDK is loaded here and nowhere else, so a process without an endpoint
 * neither loads it nor makes spans. docs/adr/0066-spans-are-made-by-the-kit.md.
 */
export async function startTracing(options: {
  /** Of OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  name: string;
  version: string;
  log: Logger;
}): Promise<Tracing> {
  const { endpoint, name, version, log } = options;
  const { createOtlpSpans } = await import('./sdk-spans.js');
  let loggedAt = Number.NEGATIVE_INFINITY;
  const spans = createOtlpSpans({
    endpoint,
    name,
    version,
    instance: randomUUID(),
    onError(error) {
      if (performance.now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = performance.now();
      log.warn({ err: error }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped');
    },
  });
  setSpans(spans);
  return {
    async close() {
      setSpans(undefined);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS);
      });
      await Promise.race([spans.close().catch(() => {}), timeout]);
      clearTimeout(timer);
    },
  };
}
