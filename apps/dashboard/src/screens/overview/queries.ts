import { useQuery } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';
import { settingsQuery } from '../../api/settings.js';
import type { Company } from '../../app/company.js';
import { findNotices, type Notice } from './find-notices.js';

const LIMIT = 100;
const REFRESH_MS = 60_000;

const toParams = (handle: string, query: object = { limit: LIMIT }) => ({ params: { path: { handle }, query } });

/**
 * Each part is loaded by itself, so that one that fails leaves the others (docs/dashboard.md Y30.2). Lists are looked at as far as their
 * first page: what needs attention is new.
 */
export function useOverview({ handle, can }: Company) {
  const key = (part: string) => ['overview', handle, part];
  const refresh = { refetchInterval: REFRESH_MS };
  const funnels = useQuery({
    queryKey: key('funnels'),
    queryFn: async () => (await load(api.GET('/api/admin/v1/companies/{handle}/funnels', toParams(handle)))).data,
    ...refresh,
  });
  const imports = useQuery({
    queryKey: key('imports'),
    queryFn: async () =>
      (await load(api.GET('/api/admin/v1/companies/{handle}/catalog/imports', toParams(handle)))).data,
    ...refresh,
  });
  const products = useQuery({
    queryKey: key('products'),
    queryFn: async () =>
      (await load(api.GET('/api/admin/v1/companies/{handle}/catalog/products', toParams(handle, { limit: 1 })))).data,
    ...refresh,
  });
  const endpoints = useQuery({
    queryKey: key('endpoints'),
    queryFn: async () =>
      (await load(api.GET('/api/admin/v1/companies/{handle}/webhooks/endpoints', { params: { path: { handle } } })))
        .data,
    ...refresh,
  });
  const deadDeliveries = useQuery({
    queryKey: key('deliveries'),
    queryFn: async () =>
      (
        await load(
          api.GET(
            '/api/admin/v1/companies/{handle}/webhooks/deliveries',
            toParams(handle, { limit: LIMIT, state: 'DEAD' }),
          ),
        )
      ).data,
    ...refresh,
  });
  const keys = useQuery({
    queryKey: key('keys'),
    queryFn: async () => (await load(api.GET('/api/admin/v1/companies/{handle}/api-keys', toParams(handle)))).data,
    enabled: can('key.manage'),
    ...refresh,
  });
  const tests = useQuery({
    queryKey: key('tests'),
    queryFn: async () => (await load(api.GET('/api/admin/v1/companies/{handle}/experiments', toParams(handle)))).data,
    enabled: can('insight.read'),
    ...refresh,
  });
  const settings = useQuery(settingsQuery(handle));
  return { funnels, imports, products, endpoints, deadDeliveries, keys, tests, settings };
}

export type Overview = ReturnType<typeof useOverview>;

export const listNotices = (overview: Overview, now: number): Notice[] =>
  findNotices(
    {
      funnels: overview.funnels.data ?? [],
      imports: overview.imports.data ?? [],
      endpoints: overview.endpoints.data ?? [],
      deadDeliveries: overview.deadDeliveries.data?.length ?? 0,
      keys: overview.keys.data ?? [],
      tests: overview.tests.data ?? [],
    },
    now,
  );
