import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';

const PAGE_SIZE = 50;

export const useProducts = (
  company: string,
  { query = '', tag = '' }: { query?: string | undefined; tag?: string | undefined },
) =>
  useList(['catalog', company, 'products', query, tag], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/catalog/products', {
        params: {
          path: { handle: company },
          query: {
            limit: PAGE_SIZE,
            ...(query === '' ? {} : { query }),
            ...(tag === '' ? {} : { tag }),
            ...(cursor ? { cursor } : {}),
          },
        },
      }),
    ),
  );

/** The product with exactly this id. */
export const useProduct = (company: string, productId: string) =>
  useQuery({
    queryKey: ['catalog', company, 'product', productId],
    queryFn: async () => {
      const { data } = await load(
        api.GET('/api/admin/v1/companies/{handle}/catalog/products', {
          params: { path: { handle: company }, query: { productId } },
        }),
      );
      const [found] = data;
      if (!found || productId === '') throw new ApiError(404, 'NOT_FOUND', 'The catalog has no product with this id.');
      return found;
    },
  });

export const useTags = (company: string, query = '') =>
  useList(['catalog', company, 'tags', query], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/tags', {
        params: {
          path: { handle: company },
          query: { limit: PAGE_SIZE, ...(query === '' ? {} : { query }), ...(cursor ? { cursor } : {}) },
        },
      }),
    ),
  );
