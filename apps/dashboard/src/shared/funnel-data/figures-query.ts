import { queryOptions } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';

/** Sums are made every minute. */
const STALE_MS = 60_000;

/** Figures of a funnel over the last 28 days, today included. */
export const funnelFiguresQuery = (handle: string, funnel: string) =>
  queryOptions({
    queryKey: ['funnel-figures', handle, funnel],
    queryFn: async () => {
      const params = { path: { handle }, query: { funnel } };
      return (await load(api.GET('/api/admin/v1/companies/{handle}/insight/overview', { params }))).figures;
    },
    staleTime: STALE_MS,
  });
