import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, load } from '../../api/client.js';
import { Catalog, EMPTY_CATALOG } from './catalog.js';

/** The catalog of a company; until it is loaded an empty one, in which ids stand for themselves. */
export function useCatalog(company: string): Catalog {
  const { data } = useQuery({
    queryKey: ['catalog', company, 'matrix'],
    queryFn: ({ signal }) =>
      load(api.GET('/api/admin/v1/companies/{handle}/tag-matrix', { params: { path: { handle: company } }, signal })),
    staleTime: 60_000,
  });
  return useMemo(() => (data ? new Catalog(data) : EMPTY_CATALOG), [data]);
}
