import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Probes } from '../probes/probes.js';
import { VERSION } from '../util/version.js';
import { Durations } from './durations.js';
import { COUNTERS, GAUGES, type GaugeName, HISTOGRAMS, type Metrics } from './metrics.js';
import { type ProcessMetrics, readAll, setProcessMetrics } from './process-metrics.js';

export interface MetricsServer extends Metrics {
  /** `host:port`. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves the counts of this process, and what its process and event loop do, as `GET /metrics` in the format of Prometheus, and its
 * probes (ADR 60). A port of its own, since both are for operators only.
 */
export async function startMetricsServer(options: {
  host: string;
  port: number;
  probes?: Pick<Probes, 'answer'>;
  /** Of the sources, for `svc_build_info`. */
  revision?: string | undefined;
}): Promise<MetricsServer> {
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
  // Metrics without labels begin with 0 in prom-client: a process would show 0 companies although it has nothing to do with companies.
  for (const [name, gauge] of Object.entries(gauges)) {
    if (GAUGES[name as GaugeName].labels.length === 0) gauge.remove();
  }
  const histograms = Object.fromEntries(
    Object.entries(HISTOGRAMS).map(([name, definition]) => [name, new Durations(name, definition)]),
  );
  const processMetrics: ProcessMetrics = {
    count: (name, labels, by = 1) => counters[name]?.inc(labels, by),
    set: (name, value, labels) => gauges[name]?.set(labels, value),
    observe: (name, seconds, labels) => histograms[name]?.observe(seconds, labels),
    bind: (name, labels) => (histograms[name] as Durations).bind(labels),
  };
  processMetrics.set('svc_build_info', 1, { version: VERSION, revision: options.revision ?? 'unknown' });
  let lastUtilization = performance.eventLoopUtilization();
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const probe = isRead ? options.probes?.answer(request.url ?? '') : undefined;
    if (probe) {
      response.writeHead(probe.status, { 'content-type': probe.type, 'cache-control': 'no-store' }).end(probe.body);
      return;
    }
    if (request.url !== '/metrics' || !isRead) {
      response.writeHead(404).end();
      return;
    }
    const utilization = performance.eventLoopUtilization(lastUtilization);
    lastUtilization = performance.eventLoopUtilization();
    processMetrics.set('nodejs_eventloop_utilization', utilization.utilization, {});
    readAll(processMetrics);
    registry.metrics().then(
      (text) => {
        const durations = Object.values(histograms).map((histogram) => histogram.toText());
        response.writeHead(200, { 'content-type': registry.contentType }).end([text, ...durations].join('\n'));
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  setProcessMetrics(processMetrics);
  const { port } = server.address() as AddressInfo;
  return {
    address: `${options.host}:${port}`,
    count: (name, labels = {}) => counters[name]?.inc(labels),
    set: (name, value, labels = {}) => gauges[name]?.set(labels, value),
    async close() {
      setProcessMetrics(undefined);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
