import { chooseForReading, type GrpcService, ServiceError, service } from '@svc/kit';
import { CatalogServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { listCatalogChanges } from '../db/list-catalog-changes.js';
import { streamSnapshot } from '../db/stream-snapshot.js';
import type { SearchDocumentsInput, SearchDocumentsPage } from '../usecases/get-search-documents.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** svc.catalog.v1.CatalogService. */
export function createCatalogService(deps: {
  db: Knex;
  findProductByUrl(companyId: string, url: string): Promise<string | undefined>;
  listProductPaths(companyId: string): Promise<string[]>;
  getSearchDocuments(input: SearchDocumentsInput): Promise<SearchDocumentsPage>;
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

    async getSearchDocuments({ companyId, pageSize, pageToken }) {
      if (companyId === '') throw new ServiceError('INVALID_REQUEST', 'companyId is missing.');
      const [version, variantId] = (decodeCursor(pageToken, ['number', 'string']) ?? []) as [number?, string?];
      const after = version === undefined || variantId === undefined ? undefined : { version, variantId };
      const { documents, next, ...page } = await deps.getSearchDocuments({ companyId, limit: pageSize, after });
      return {
        catalogVersion: page.version,
        documents,
        nextPageToken: next ? encodeCursor([next.version, next.variantId]) : '',
      };
    },
  });
}
