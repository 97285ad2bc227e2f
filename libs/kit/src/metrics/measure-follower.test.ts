import { afterEach, expect, it, vi } from 'vitest';
import { measureFollower } from './measure-follower.js';
import { startMetricsServer } from './metrics-server.js';

afterEach(() => void vi.restoreAllMocks());

// docs/operations.md "Faults of the environment"
it.each([3_600_000, -3_600_000])('a clock that jumps by %d ms is no lag', async (jumpMs) => {
  const metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  const { run, stop } = measureFollower('catalogs', async () => true);
  await run(new AbortController().signal);
  const jumped = Date.now() + jumpMs;
  vi.spyOn(Date, 'now').mockReturnValue(jumped);
  const text = await (await fetch(`http://${metrics.address}/metrics`)).text();
  stop();
  await metrics.close();
  const lag = Number(/^svc_follower_lag_seconds\{follows="catalogs"\} (.+)$/m.exec(text)?.[1]);
  expect(lag).toBeGreaterThanOrEqual(0);
  expect(lag).toBeLessThan(60);
});
