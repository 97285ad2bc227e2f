import { useQuery } from '@tanstack/react-query';
import { api, load } from './client.js';
import { useList } from './queries.js';

const LIMIT = 100;

/** A page of the company's funnels. @param archived - archived funnels in place of those in use. */
export const fetchFunnels = (handle: string, cursor: string | undefined, archived = false) =>
  load(
    api.GET('/api/admin/v1/companies/{handle}/funnels', {
      params: {
        path: { handle },
        query: { limit: LIMIT, ...(cursor ? { cursor } : {}), ...(archived ? { archived: 'true' as const } : {}) },
      },
    }),
  );

/** Funnels to choose from or to name. */
export const useFunnelChoices = (handle: string) =>
  useList(['funnel-choices', handle], (cursor) => fetchFunnels(handle, cursor));

/** Numbers of the newest 100 versions of a funnel, by id. */
export const useVersionNumbers = (handle: string, funnel: string | undefined) =>
  useQuery({
    queryKey: ['version-numbers', handle, funnel],
    queryFn: async () => {
      const path = { handle, subdomain: funnel as string };
      const { data } = await load(
        api.GET('/api/admin/v1/companies/{handle}/funnels/{subdomain}/versions', {
          params: { path, query: { limit: 100 } },
        }),
      );
      return new Map(data.map(({ id, number }) => [id, number]));
    },
    enabled: funnel !== undefined,
  });
