import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { api, load } from './client.js';
import { connection } from './connection.js';

/** Attempts after a temporary failure, before a screen shows the error. */
const MAX_RETRIES = 4;

export function createQueryClient(): QueryClient {
  // A membership or a role may have changed since the user was loaded; the screen then shows what is still allowed.
  const onError = (error: Error) => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => error instanceof ApiError && error.isTemporary && count < MAX_RETRIES,
        retryDelay: (count, error) =>
          1000 * ((error instanceof ApiError ? error.options.retryAfterS : undefined) ?? 2 ** count),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Of a query whose data holds what the user is working on: only its screen loads it again, so that no work is replaced. */
export const HOLDS_WORK = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  meta: { holdsWork: true },
} as const;

/**
 * Loads again what the screen shows as soon as the service is back, whichever request finds that out. While it loads, further losses
 * start nothing: a request that never succeeds would load everything in a loop. docs/dashboard.md Y2.6.
 * @returns stops it.
 */
export function reloadWhenBack(client: QueryClient): () => void {
  let isLoading = false;
  const reload = async () => {
    if (isLoading || !connection.get()) return;
    isLoading = true;
    await client.invalidateQueries({ predicate: ({ meta }) => meta?.holdsWork !== true });
    isLoading = false;
  };
  return connection.subscribe(() => void reload());
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => load(api.GET('/auth/me')),
  staleTime: 60_000,
});

interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/**
 * A list that is returned in pages; `data` has the items of all pages so far.
 * @param options.refetchInterval - milliseconds until the list is loaded again, which may depend on its items; false: not by itself.
 */
export function useList<T>(
  key: readonly unknown[],
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  options: { refetchInterval?: number | ((items: readonly T[]) => number | false) } = {},
) {
  const { refetchInterval = false } = options;
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    refetchInterval: ({ state }) =>
      typeof refetchInterval === 'function'
        ? refetchInterval(state.data?.pages.flatMap(({ data }) => data) ?? [])
        : refetchInterval,
  });
  return query;
}

/** A change. Everything below `changes` is loaded again afterwards. */
export function useChange<V, R>(options: {
  run: (value: V) => Promise<R>;
  changes: readonly unknown[];
  onDone?: (result: R, value: V) => void;
}) {
  const client = useQueryClient();
  return useMutation<R, Error, V>({
    mutationFn: options.run,
    onSuccess: async (result, value) => {
      options.onDone?.(result, value);
      await client.invalidateQueries({ queryKey: options.changes });
    },
  });
}
