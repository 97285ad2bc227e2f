import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { listSearchDocuments, type SearchDocument } from '../db/list-search-documents.js';

/** Variants of one page. */
export const MAX_SEARCH_DOCUMENTS = 2_000;

/** Where a page ended, and the catalog version that its pass is of. */
export interface SearchDocumentPlace {
  version: number;
  variantId: string;
}

export interface SearchDocumentsInput {
  companyId: string;
  /** 0: as many as possible. */
  limit: number;
  /** Absent: a new pass begins. */
  after?: SearchDocumentPlace | undefined;
}

export interface SearchDocumentsPage {
  version: number;
  documents: SearchDocument[];
  /** Absent: the pass ends. */
  next?: SearchDocumentPlace;
}

/**
 * One page of the variants in force. A pass reads one catalog version: a page of another one is not returned.
 * @throws ServiceError CONFLICT when the version of the pass has been replaced; INVALID_REQUEST for a size out of range.
 */
export async function getSearchDocuments(
  { db }: { db: Knex },
  { companyId, limit, after }: SearchDocumentsInput,
): Promise<SearchDocumentsPage> {
  if (limit < 0 || limit > MAX_SEARCH_DOCUMENTS)
    throw new ServiceError('INVALID_REQUEST', `pageSize must be a number from 1 to ${MAX_SEARCH_DOCUMENTS}.`);
  const size = limit === 0 ? MAX_SEARCH_DOCUMENTS : limit;
  const found = await listSearchDocuments(db, companyId, { after: after?.variantId ?? '', limit: size + 1 });
  if (after && after.version !== found.version)
    throw new ServiceError('CONFLICT', 'The catalog was replaced in the meantime; begin again without a page token.');
  const documents = found.documents.slice(0, size);
  const last = documents.at(-1);
  if (found.documents.length <= size || !last) return { version: found.version, documents };
  return { version: found.version, documents, next: { version: found.version, variantId: last.variantId } };
}
