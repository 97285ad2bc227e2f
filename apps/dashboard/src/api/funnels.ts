import { api, load } from './client.js';
import { useList } from './queries.js';

const LIMIT = 100;

/** A page of the company's funnels, without archived ones. */
const fetchFunnels = (handle: string, cursor: string | undefined) =>
  load(
    api.GET('/api/admin/v1/companies/{handle}/funnels', {
      params: { path: { handle }, query: { limit: LIMIT, ...(cursor ? { cursor } : {}) } },
    }),
  );

/** Funnels to choose from or to name. */
export const useFunnelChoices = (handle: string) =>
  useList(['funnel-choices', handle], (cursor) => fetchFunnels(handle, cursor));
