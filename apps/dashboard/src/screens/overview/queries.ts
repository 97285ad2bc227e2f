import { useQueries, useQuery } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';
import { settingsQuery } from '../../api/settings.js';
import type { Company } from '../../app/company.js';
import { FUNNEL, toPath } from '../../shared/funnel-data/queries.js';
import { findNotices, type Notice, type TabsOfFunnel } from './find-notices.js';

const LIMIT = 100;
const REFRESH_MS = 60_000;
/** Published funnels whose tabs are checked: each costs matching 500 analyses again, which a matcher does twice at a time. */
const FUNNELS_WITH_TABS = 2;
const TABS_FRESH_MS = 10 * 60_000;

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
  const published = (funnels.data ?? []).filter((funnel) => funnel.published !== null).slice(0, FUNNELS_WITH_TABS);
  // One that fails says nothing here; the screen of the tabs has the error.
  const tabs = useQueries({
    queries: published.map(({ subdomain, name }) => ({
      queryKey: key(`tabs of ${subdomain}`),
      staleTime: TABS_FRESH_MS,
      queryFn: async (): Promise<TabsOfFunnel> => ({
        subdomain,
        name,
        effect: await load(api.GET(`${FUNNEL}/result-page/effect`, { params: toPath(handle, subdomain) })),
      }),
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return { funnels, imports, products, endpoints, deadDeliveries, keys, tests, settings, tabs };
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
      tabs: overview.tabs,
    },
    now,
  );
