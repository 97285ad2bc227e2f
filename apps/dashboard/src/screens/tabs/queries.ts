import type { Assortment, ProductSet, ResultPage } from '@svc/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, load, loadState, type Schemas } from '../../api/client.js';
import { nullIfUnpublished } from '../../api/null-if-unpublished.js';
import type { PartState } from '../../shared/drafts/use-part-draft.js';

const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';
const toPath = (handle: string, subdomain: string) => ({ path: { handle, subdomain } });

export const resultPageQuery = (handle: string, subdomain: string) =>
  queryOptions({
    queryKey: ['result-page', handle, subdomain],
    // Read when the screen opens: a release may have changed it since.
    gcTime: 0,
    staleTime: 0,
    queryFn: async (): Promise<PartState<ResultPage>> => {
      const answer = await loadState(api.GET(`${FUNNEL}/result-page`, { params: toPath(handle, subdomain) }));
      // The service returns the part complete.
      return { value: answer.value.resultPage as ResultPage, etag: answer.etag };
    },
  });

export const useAssortment = (handle: string, subdomain: string) =>
  useQuery({
    queryKey: ['assortment', handle, subdomain],
    queryFn: async () => {
      const { assortment } = await load(api.GET(`${FUNNEL}/assortment`, { params: toPath(handle, subdomain) }));
      return assortment as Assortment;
    },
  });

export const useSets = (handle: string) =>
  useQuery({
    queryKey: ['sets', handle, 'list'],
    queryFn: async () => {
      const { sets } = await load(api.GET('/api/admin/v1/companies/{handle}/sets', { params: { path: { handle } } }));
      return sets as ProductSet[];
    },
  });

export type TabFigures = Schemas['ResultPageEffect'];

/** What shoppers found on each tab in force. Null: the funnel is not published. */
export const useTabFigures = (handle: string, subdomain: string, etag: string) =>
  useQuery<TabFigures | null>({
    queryKey: ['tab-figures', handle, subdomain, etag],
    queryFn: async ({ signal }) =>
      load(api.GET(`${FUNNEL}/result-page/effect`, { params: toPath(handle, subdomain), signal })).catch(
        nullIfUnpublished,
      ),
  });
