import { environmentManager, isServer, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hoursQuery } from './hours-query.js';

const send = vi.fn(async (_: Request) => Response.json({ before: {}, after: {}, until: '' }));
let original: typeof fetch;
beforeEach(() => {
  vi.useFakeTimers();
  original = globalThis.fetch;
  globalThis.fetch = send as never;
  send.mockClear();
  // The library loads nothing again by itself outside of a browser.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = original;
  environmentManager.setIsServer(() => isServer);
});

it('the hours around a release are those of its time, and are read again every 15 seconds (docs/dashboard.md Y14.8)', async () => {
  const client = new QueryClient();
  const observer = new QueryObserver(client, hoursQuery('glow', 'quiz', '2026-11-27T14:02:10Z'));
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(14_000);
  expect(send.mock.calls.map(([{ url }]) => url)).toEqual([
    'https://dashboard.example/api/admin/v1/companies/glow/insight/hours?funnel=quiz&at=2026-11-27T14%3A02%3A10Z',
  ]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(send).toHaveBeenCalledTimes(3);
  stop();
  client.clear();
});
