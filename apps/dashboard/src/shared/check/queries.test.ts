import { environmentManager, isServer, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { waitForTime } from './queries.js';

beforeEach(() => {
  vi.useFakeTimers();
  // The library loads nothing again by itself outside of a browser.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => isServer);
});

it.each([
  ['503: every ten seconds until the service has time', 503, 'UNAVAILABLE', 3],
  ['409: not by itself', 409, 'CONFLICT', 1],
] as const)('a check that is %s is tried again (docs/dashboard.md Y39.2)', async (_, status, code, attempts) => {
  const client = new QueryClient();
  const load = vi.fn(async () => 'report');
  for (let failures = 0; failures < 2; failures += 1)
    load.mockRejectedValueOnce(new ApiError(status, code, 'Not now.'));
  const observer = new QueryObserver(client, {
    ...{ queryKey: ['check'], queryFn: load, retry: false, staleTime: Number.POSITIVE_INFINITY },
    refetchInterval: ({ state }) => waitForTime(state.error),
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(9_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(attempts);
  stop();
  client.clear();
});
