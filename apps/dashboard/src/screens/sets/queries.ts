import type { ProductSet } from '@svc/domain';
import { queryOptions } from '@tanstack/react-query';
import { api, loadState, type Schemas } from '../../api/client.js';
import type { PartState } from '../../shared/drafts/use-part-draft.js';

const SETS = '/api/admin/v1/companies/{handle}/sets';

export const setsQuery = (handle: string) =>
  queryOptions({
    queryKey: ['sets', handle, 'part'],
    queryFn: async (): Promise<PartState<ProductSet[]>> => {
      const answer = await loadState(api.GET(SETS, { params: { path: { handle } } }));
      // The service returns the part complete.
      return { value: answer.value.sets as ProductSet[], etag: answer.etag };
    },
  });

/** Replaces the sets of the company. Fails with 412 if they are no longer as they were read. */
export async function saveSets(handle: string, etag: string, sets: readonly ProductSet[]) {
  const params = { path: { handle }, header: { 'if-match': etag } };
  const body = { sets } as unknown as Schemas['SetsPart'];
  const { value, etag: after } = await loadState(api.PUT(SETS, { params, body }));
  return { state: { value: value.sets as ProductSet[], etag: after }, warnings: value.warnings };
}
