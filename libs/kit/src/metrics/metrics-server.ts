import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COUNTERS, GAUGES, type Metrics } from './metrics.js';

export interface MetricsServer extends Metrics {
  /** `host:port`. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves the counts of this process, and what its process and event loop do, as `GET /metrics` in the format of Prometheus. A port of its
 * own, since metrics are for operators only.
 */
export async function startMetricsServer(options: { host: string; port: number }): Promise<MetricsServer> {
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client'); // Only where it is asked for.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = Object.fromEntries(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  const gauges = Object.fromEntries(
    Object.entries(GAUGES).map(([name, { help, labels }]) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `${options.host}:${port}`,
    count: (name, labels = {}) => counters[name]?.inc(labels),
    set: (name, value, labels = {}) => gauges[name]?.set(labels, value),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
