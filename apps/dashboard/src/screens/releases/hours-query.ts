import { queryOptions } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';

/** How often the figures are read again, milliseconds. */
const POLL_MS = 15_000;

/** The hour before a release and the hour since. docs/dashboard.md Y14.8. @param at - of the release. */
export const hoursQuery = (company: string, funnel: string, at: string) =>
  queryOptions({
    queryKey: ['insight', company, 'hours', funnel, at],
    refetchInterval: POLL_MS,
    queryFn: () => {
      const params = { path: { handle: company }, query: { funnel, at } };
      return load(api.GET('/api/admin/v1/companies/{handle}/insight/hours', { params }));
    },
  });
