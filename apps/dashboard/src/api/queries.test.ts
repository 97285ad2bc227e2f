import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from './api-error.js';
import { createQueryClient, meQuery } from './queries.js';

// The client of the API names its origin when it is loaded.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://dashboard.example' }));

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
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    const failing = () => Promise.reject(new ApiError(status, 'NOT_FOUND', 'It is gone.'));
    await expect(client.fetchQuery({ queryKey: ['any'], queryFn: failing })).rejects.toThrow('It is gone.');
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(load).toHaveBeenCalledTimes(loaded);
    stop();
    client.clear();
  },
);
