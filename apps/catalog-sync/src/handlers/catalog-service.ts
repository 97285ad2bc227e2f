import { chooseForReading, type GrpcService, ServiceError, service } from '@svc/kit';
import { CatalogServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { listCatalogChanges } from '../db/list-catalog-changes.js';
import { streamSnapshot } from '../db/stream-snapshot.js';

/** svc.catalog.v1.CatalogService. */
export function createCatalogService(deps: {
  db: Knex;
  findProductByUrl(companyId: string, url: string): Promise<string | undefined>;
  listProductPaths(companyId: string): Promise<string[]>;
}): GrpcService {
  return service(CatalogServiceService, {
    async listCatalogChanges({ cursor }) {
      // Transaction numbers have at most 20 digits.
      if (!/^\d{0,19}$/.test(cursor))
        throw new ServiceError('INVALID_REQUEST', 'cursor must be one that this call returned.');
      return listCatalogChanges(deps.db, cursor);
    },

    async *getSnapshot({ companyId, withNames }) {
      const db = await chooseForReading(deps.db);
      for await (const chunk of streamSnapshot(db, companyId, withNames)) yield { chunk };
    },

    async findProductByUrl({ companyId, url }) {
      return { productId: await deps.findProductByUrl(companyId, url) };
    },

    async listProductPaths({ companyId }) {
      return { paths: await deps.listProductPaths(companyId) };
    },
  });
}
