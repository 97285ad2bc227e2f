import { findProductNames } from '@svc/domain';
import {
  type Bus,
  type Clock,
  chooseForReading,
  forCompany,
  type GrpcService,
  json,
  ServiceError,
  service,
} from '@svc/kit';
import { CatalogAdminServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { findMapping, writeMapping } from '../db/column-mappings.js';
import { exportCatalog } from '../db/export-catalog.js';
import { findFeed } from '../db/feed-states.js';
import { findChanges, findRun, listRuns } from '../db/import-runs.js';
import { listProductNames } from '../db/list-product-names.js';
import { listProducts } from '../db/list-products.js';
import { listTags } from '../db/list-tags.js';
import { applyHeldImport, discardHeldImport, listRemovedVariants } from '../usecases/decide-held-import.js';
import type { Importer } from '../usecases/importer.js';
import type { FeedSync } from '../usecases/sync-feeds.js';
import type { SectionDocuments } from '../workers/section-document.js';
import { decodeCursor, encodeCursor, readPageSize } from './cursor.js';
import { readMappingMessage, toFeedMessage, toMappingMessage } from './feed-message.js';
import { importCsv } from './import-csv.js';
import { toImportChangesMessage, toImportRunMessage } from './import-run-message.js';

/** svc.catalog.v1.CatalogAdminService. */
export function createCatalogAdminService(deps: {
  db: Knex;
  bus: Bus;
  clock: Clock;
  importer: Importer;
  sections: SectionDocuments;
  feeds: FeedSync;
}): GrpcService {
  const { db, importer, feeds } = deps;
  return service(CatalogAdminServiceService, {
    importCsv: (requests, { signal }) => importCsv(importer, requests, signal),
    getImport: async ({ companyId, importId }) => ({
      run: toImportRunMessage(await forCompany(db, companyId, (trx) => findRun(trx, companyId, importId))),
    }),
    async listImports(request) {
      const cursor = decodeCursor(request.pageToken, ['number']) as [number] | undefined;
      const page = { limit: readPageSize(request.pageSize), ...(cursor ? { before: cursor[0] } : {}) };
      const { companyId } = request;
      const { runs, next } = await forCompany(db, companyId, (trx) => listRuns(trx, companyId, page));
      return {
        runs: runs.map(toImportRunMessage),
        nextPageToken: next === undefined ? '' : encodeCursor([next]),
      };
    },
    getImportChanges: async ({ companyId, importId }) => ({
      changes: toImportChangesMessage(await forCompany(db, companyId, (trx) => findChanges(trx, companyId, importId))),
    }),
    listRemovedVariants: async ({ companyId, importId }) => ({
      variantIds: await listRemovedVariants(deps, companyId, importId),
    }),
    applyImport: async ({ companyId, importId }) => ({
      run: toImportRunMessage(await applyHeldImport(deps, companyId, importId)),
    }),
    async discardImport({ companyId, importId }) {
      await discardHeldImport(deps, companyId, importId);
      return {};
    },
    async syncCatalog({ companyId, wait }) {
      const { run, ended } = await feeds.syncNow(companyId);
      return { run: toImportRunMessage(wait ? await ended : run) };
    },
    async getFeed({ companyId }) {
      const state = await forCompany(db, companyId, (trx) => findFeed(trx, companyId));
      if (!state) return { failures: 0 };
      const { feed, nextSyncAt, failures, lastRunId } = state;
      return {
        feed: toFeedMessage(feed),
        nextSyncTime: nextSyncAt,
        failures,
        ...(lastRunId === null ? {} : { lastImportId: lastRunId }),
      };
    },
    async getColumnMapping({ companyId }) {
      const mapping = await forCompany(db, companyId, (trx) => findMapping(trx, companyId));
      return mapping ? { mapping: toMappingMessage(mapping) } : {};
    },
    async setColumnMapping({ companyId, mapping }) {
      const checked = mapping && readMappingMessage(mapping);
      await forCompany(db, companyId, (trx) => writeMapping(trx, companyId, checked));
      return {};
    },
    async listProducts(request) {
      const cursor = decodeCursor(request.pageToken, ['boolean', 'number', 'string']);
      const [inFeed, position, id] = (cursor ?? []) as [boolean, number, string];
      const page = {
        query: toSearched(request.query),
        productId: withoutNul(request.productId ?? ''),
        tag: withoutNul(request.tag ?? ''),
        limit: readPageSize(request.pageSize),
        ...(cursor ? { after: { inFeed, position, id } } : {}),
      };
      const { companyId } = request;
      const reader = await chooseForReading(db);
      const { products, next } = await forCompany(reader, companyId, (trx) => listProducts(trx, companyId, page));
      return {
        products,
        nextPageToken: next ? encodeCursor([next.inFeed, next.position, next.id]) : '',
      };
    },
    async listTags(request) {
      const [after] = (decodeCursor(request.pageToken, ['string']) ?? []) as [string?];
      const page = {
        query: toSearched(request.query),
        limit: readPageSize(request.pageSize),
        ...(after === undefined ? {} : { after }),
      };
      const { companyId } = request;
      const reader = await chooseForReading(db);
      const { tags, next } = await forCompany(reader, companyId, (trx) => listTags(trx, companyId, page));
      return { items: tags, nextPageToken: next === undefined ? '' : encodeCursor([next]) };
    },
    async findProductNames({ companyId, texts }) {
      if (texts.length > MAX_TEXTS)
        throw new ServiceError('INVALID_REQUEST', `A request must have at most ${MAX_TEXTS} texts.`);
      const names = await listProductNames(db, companyId);
      return { names: findProductNames(texts, names).map((name) => name ?? '') };
    },
    prepareCatalog: async (request) => ({
      changed: await deps.sections.prepare(request.companyId, request.sectionJson),
    }),
    async applyCatalog(request) {
      await deps.sections.apply(request.companyId, request.revision, request.sectionJson);
      return {};
    },
    getCatalog: async (request) => ({
      sectionJson: json.encode(await exportCatalog(await chooseForReading(db), request.companyId)),
    }),
  });
}

/** Texts of one call of FindProductNames. */
const MAX_TEXTS = 10_000;

/** PostgreSQL stores no NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

const toSearched = (text: string): string => withoutNul(text.trim());
