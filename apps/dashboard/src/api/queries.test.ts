import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.js';
import { connection } from './connection.js';
import { createQueryClient, HOLDS_WORK, meQuery, reloadWhenBack } from './queries.js';

it.each([
  [403, 2],
  [404, 2],
  [409, 1],
])(
  'after a %i the user has been loaded %i times: the membership may have changed (docs/dashboard.md Y72.1)',
  async (status, loaded) => {
    const client = createQueryClient();
    const load = vi.fn(async () => ({}));
    const observer = new QueryObserver(client, { queryKey: meQuery.queryKey, queryFn: load });
    const stop = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    const failing = () => Promise.reject(new ApiError(status, 'NOT_FOUND', 'It is gone.'));
    await expect(client.fetchQuery({ queryKey: ['any'], queryFn: failing })).rejects.toThrow('It is gone.');
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(load).toHaveBeenCalledTimes(loaded);
    stop();
    client.clear();
  },
);

it('temporary failures are repeated up to four times, after Retry-After if there is one (docs/dashboard.md Y2.3)', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const attempt = async (error: Error) => {
    const load = vi.fn(() => Promise.reject(error));
    const times: number[] = [];
    const began = Date.now();
    const failure = client
      .fetchQuery({
        ...{ queryKey: [error], retry: client.getDefaultOptions().queries?.retry ?? false },
        queryFn: () => {
          times.push((Date.now() - began) / 1_000);
          return load();
        },
      })
      .catch((thrown: unknown) => thrown);
    await vi.runAllTimersAsync();
    expect(await failure).toBe(error);
    return times;
  };
  expect(await attempt(new ApiError(0, 'OFFLINE', 'No connection.'))).toEqual([0, 1, 3, 7, 15]);
  expect(await attempt(new ApiError(503, 'UNAVAILABLE', 'Later.', { retryAfterS: 7 }))).toEqual([0, 7, 14, 21, 28]);
  expect(await attempt(new ApiError(429, 'RATE_LIMITED', 'Later.', { retryAfterS: 2 }))).toHaveLength(5);
  expect(await attempt(new ApiError(409, 'CONFLICT', 'Never.'))).toEqual([0]);
  client.clear();
  vi.useRealTimers();
});

describe('when the service is back (docs/dashboard.md Y2.6)', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    connection.report(true);
  });
  /** A query of a screen, which was loaded once. */
  async function show(client: ReturnType<typeof createQueryClient>, key: string, options: object = {}) {
    const load = vi.fn(async () => 'data');
    const observer = new QueryObserver(client, { queryKey: [key], queryFn: load, ...options });
    stops.push(observer.subscribe(() => {}));
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    return load;
  }

  it('the data of the screen is loaded again, whichever request finds the service, and work in progress is not', async () => {
    const client = createQueryClient();
    stops.push(reloadWhenBack(client));
    const [shown, edited] = [await show(client, 'shown'), await show(client, 'edited', HOLDS_WORK)];
    connection.report(false);
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown).toHaveBeenCalledTimes(1);
    connection.report(true);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect([shown.mock.calls.length, edited.mock.calls.length]).toEqual([2, 1]);
    connection.report(false);
    connection.report(true);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect([shown.mock.calls.length, edited.mock.calls.length]).toEqual([3, 1]);
  });

  it('a request that always fails while others succeed does not load the screen in a loop', async () => {
    const client = createQueryClient();
    stops.push(reloadWhenBack(client));
    const shown = await show(client, 'shown');
    const failing = await show(client, 'failing', { retry: 3, retryDelay: 1 });
    shown.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      connection.report(true);
      return 'data';
    });
    failing.mockImplementation(async () => {
      connection.report(false);
      throw new ApiError(0, 'OFFLINE', 'No answer came.');
    });
    connection.report(false);
    connection.report(true);
    await expect.poll(() => failing).toHaveBeenCalledTimes(1 + 1 + 3);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(shown).toHaveBeenCalledTimes(2);
  });
});
