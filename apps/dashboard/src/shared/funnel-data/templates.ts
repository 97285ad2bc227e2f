import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';

export type FunnelTemplate = Schemas['FunnelTemplate'];

/** What a funnel can begin with, as this company would have it. Tags of its variants decide, so it is read again. */
export const useTemplates = (handle: string) =>
  useQuery({
    queryKey: ['funnel-templates', handle],
    queryFn: async () =>
      (await load(api.GET('/api/admin/v1/companies/{handle}/funnel-templates', { params: { path: { handle } } }))).data,
  });
