import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';

/** How often a running import is asked for its progress. */
const POLL_MS = 1_000;

/** Everything that an import can change, for `useChange`. */
export const catalogKey = (company: string) => ['catalog', company] as const;

const path = (company: string) => ({ path: { handle: company } });

export const useImports = (company: string) =>
  useList(
    [...catalogKey(company), 'imports'],
    (cursor) =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/catalog/imports', {
          params: { ...path(company), query: { limit: 50, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    { refetchInterval: (runs) => (runs.some(({ state }) => state === 'RUNNING') ? POLL_MS : false) },
  );

export const useImport = (company: string, importId: string) =>
  useQuery({
    queryKey: [...catalogKey(company), 'import', importId],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/catalog/imports/{importId}', {
          params: { path: { handle: company, importId } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.state === 'RUNNING' ? POLL_MS : false),
  });

/** What exists, or null: a company without it is not an error. */
const orNull = async <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

export const useFeed = (company: string) =>
  useQuery<Schemas['FeedState'] | null>({
    queryKey: [...catalogKey(company), 'feed'],
    queryFn: () => orNull(load(api.GET('/api/admin/v1/companies/{handle}/catalog/feed', { params: path(company) }))),
  });

export const useMapping = (company: string) =>
  useQuery({
    queryKey: [...catalogKey(company), 'mapping'],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/catalog/mapping', { params: path(company) })),
  });

const SHOP_POLL_MS = 5_000;

export const useShop = (company: string) =>
  useQuery<Schemas['ConnectedShop'] | null>({
    queryKey: [...catalogKey(company), 'shop'],
    queryFn: () => orNull(load(api.GET('/api/admin/v1/companies/{handle}/shopify', { params: path(company) }))),
    refetchInterval: ({ state: { data } }) => (data?.syncing ? SHOP_POLL_MS : false),
  });
