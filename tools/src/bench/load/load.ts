import { randomId } from '@svc/kit';
import autocannon from 'autocannon';

export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that were not 2xx, and connection errors; a figure with any is not a figure. */
  failures: number;
}

export interface LoadRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Gives every request an Idempotency-Key of its own. */
  uniqueKey?: boolean;
}

/** Drives `requests` in turn over keep-alive connections for a fixed time. */
export async function load(
  origin: string,
  requests: LoadRequest[],
  options: { seconds: number; connections?: number },
): Promise<Load> {
  const result = await autocannon({
    url: origin,
    connections: options.connections ?? 32,
    duration: options.seconds,
    requests: requests.map(({ uniqueKey, ...request }) => ({
      method: 'GET',
      ...request,
      ...(uniqueKey ? { setupRequest: withKey } : {}),
    })),
  });
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

/**
 * Reads paths, none twice, over keep-alive connections, by the same client as `load`: another one would take more of the processors than
 * what is measured. Of each connection one path is left over, which is prepared and not sent.
 */
export function loadOnce(origin: string, paths: readonly string[], { connections = 32 } = {}): Promise<Load> {
  const left = [...paths];
  const latencies: number[] = [];
  const amount = paths.length - connections;
  return new Promise((resolve, reject) => {
    let startedAt = 0;
    let endedAt = 0;
    const setupRequest = (request: autocannon.Request) => ({ ...request, path: left.pop() as string });
    const requests = [{ method: 'GET' as const, setupRequest }];
    const running = autocannon({ url: origin, connections, amount, requests }, (error, { non2xx, errors }) => {
      if (error) reject(error);
      else resolve(summarize(latencies, endedAt - startedAt, non2xx + errors));
    });
    running.on('start', () => {
      startedAt = performance.now();
    });
    running.on('response', (_client, _status, _bytes, ms) => {
      latencies.push(ms);
      endedAt = performance.now();
    });
  });
}

function summarize(latencies: number[], elapsedMs: number, failures: number): Load {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requestsPerSecond: latencies.length / (elapsedMs / 1_000), p50Ms: at(0.5), p99Ms: at(0.99), failures };
}

const withKey = (request: autocannon.Request): autocannon.Request => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': randomId() },
});

/** Calls `operation` with `concurrency` calls in flight for a fixed time; for bases that are not HTTP. */
export async function loop(
  operation: () => Promise<unknown>,
  options: { seconds: number; concurrency?: number },
): Promise<Load> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + options.seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const before = performance.now();
      await operation();
      latencies.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 32 }, worker));
  return summarize(latencies, performance.now() - startedAt, 0);
}
