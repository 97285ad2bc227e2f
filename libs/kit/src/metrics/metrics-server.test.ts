import { afterEach, expect, it } from 'vitest';
import { type MetricsServer, startMetricsServer } from './metrics-server.js';

let server: MetricsServer | undefined;
afterEach(() => server?.close());

it('GET /metrics has the counts of this process and what the process does; nothing else is there', async () => {
  server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  server.count('svc_selfies_total', { outcome: 'USED' });
  server.count('svc_selfies_total', { outcome: 'NO_FACE' });
  server.count('svc_selfies_total', { outcome: 'USED' });
  server.set('svc_deliveries_pending', 7, { target: 'webhook' });
  server.set('svc_deliveries_pending', 3, { target: 'webhook' });
  const response = await fetch(`http://${server.address}/metrics`);
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('svc_selfies_total{outcome="USED"} 2');
  expect(text).toContain('svc_selfies_total{outcome="NO_FACE"} 1');
  expect(text).toContain('svc_selfie_model_unavailable_total 0');
  expect(text).toContain('svc_deliveries_pending{target="webhook"} 3');
  expect(text).toContain('process_resident_memory_bytes');
  expect((await fetch(`http://${server.address}/`)).status).toBe(404);
  expect((await fetch(`http://${server.address}/metrics`, { method: 'POST' })).status).toBe(404);
});

it('probes are on the same port, for GET and HEAD', async () => {
  const probes = {
    answer: (path: string) =>
      path === '/readyz' ? { status: 503, type: 'text/plain', body: 'stopping\n' } : undefined,
  };
  server = await startMetricsServer({ host: '127.0.0.1', port: 0, probes });
  const response = await fetch(`http://${server.address}/readyz`);
  expect([response.status, await response.text()]).toEqual([503, 'stopping\n']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`http://${server.address}/readyz`, { method: 'HEAD' })).status).toBe(503);
  expect((await fetch(`http://${server.address}/readyz`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`http://${server.address}/metrics`)).status).toBe(200);
});

it('a port in use is an error, which names it', async () => {
  server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  const port = Number(server.address.split(':')[1]);
  await expect(startMetricsServer({ host: '127.0.0.1', port })).rejects.toThrow(`${port}`);
});
