import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, load } from '../../api/client.js';
import { Catalog, EMPTY_CATALOG } from './catalog.js';

/**
 * The catalog of a company; until it is loaded an empty one, in which ids stand for themselves.
 * @param isWanted - false: nothing is loaded.
 */
export function useCatalog(company: string, isWanted = true): Catalog {
  const { data } = useQuery({
    queryKey: ['catalog', company, 'matrix'],
    queryFn: ({ signal }) =>
      load(api.GET('/api/admin/v1/companies/{handle}/tag-matrix', { params: { path: { handle: company } }, signal })),
    enabled: isWanted,
    staleTime: 60_000,
  });
  return useMemo(() => (data ? new Catalog(data) : EMPTY_CATALOG), [data]);
}
