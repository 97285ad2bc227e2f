import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { getPollMs } from './run-state.js';

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
    { refetchInterval: getPollMs },
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
    refetchInterval: ({ state: { data } }) => getPollMs(data ? [data] : []),
  });

/** A sample of what a run that has ended changes. */
export const useImportChanges = (company: string, importId: string) =>
  useQuery({
    queryKey: [...catalogKey(company), 'import', importId, 'changes'],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/catalog/imports/{importId}/changes', {
          params: { path: { handle: company, importId } },
        }),
      ),
  });

/** Funnels that lose variants by a held run. */
export const useImportFunnels = (company: string, importId: string) =>
  useQuery({
    queryKey: [...catalogKey(company), 'import', importId, 'funnels'],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/catalog/imports/{importId}/funnels', {
          params: { path: { handle: company, importId } },
        }),
      ),
  });

export const mappingKey = (company: string) => [...catalogKey(company), 'mapping'] as const;

export const useMapping = (company: string) =>
  useQuery({
    queryKey: mappingKey(company),
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/catalog/mapping', { params: path(company) })),
  });

const SHOP_POLL_MS = 5_000;

/** Feed and shop of the company; what it does not have is null. */
const useSources = <T>(company: string, select: (sources: Schemas['CatalogSources']) => T) =>
  useQuery({
    queryKey: [...catalogKey(company), 'sources'],
    queryFn: () => load(api.GET('/api/admin/v1/companies/{handle}/catalog/sources', { params: path(company) })),
    refetchInterval: ({ state: { data } }) => (data?.shop?.syncing ? SHOP_POLL_MS : false),
    select,
  });

export const useFeed = (company: string) => useSources(company, ({ feed }) => feed);

export const useShop = (company: string) => useSources(company, ({ shop }) => shop);
