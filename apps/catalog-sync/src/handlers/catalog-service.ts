import { type GrpcService, ServiceError, serverStream, service, unary } from '@svc/kit';
import { CatalogServiceService, type GetSnapshotRequest, type GetSnapshotResponse } from '@svc/proto';
import type { Knex } from 'knex';
import { listCatalogChanges } from '../db/list-catalog-changes.js';
import { streamSnapshot } from '../db/stream-snapshot.js';

/** svc.catalog.v1.CatalogService. */
export function createCatalogService(deps: { db: Knex }): GrpcService {
  return service(CatalogServiceService, {
    listCatalogChanges: unary(async ({ cursor }) => {
      // Transaction numbers have at most 20 digits.
      if (!/^\d{0,19}$/.test(cursor)) throw new ServiceError('INVALID_REQUEST', 'cursor is not one that was answered.');
      return listCatalogChanges(deps.db, cursor);
    }),
    getSnapshot: serverStream(async function* ({ companyId }: GetSnapshotRequest): AsyncGenerator<GetSnapshotResponse> {
      for await (const chunk of streamSnapshot(deps.db, companyId)) yield { chunk };
    }),
  });
}
