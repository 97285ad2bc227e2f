import { ServiceError, unary } from '@svc/kit';
import type { ListErasedAnalysesRequest, ListErasedAnalysesResponse } from '@svc/proto';
import type { Knex } from 'knex';
import { listErasedAnalyses } from '../db/list-erased-analyses.js';
import { formatErasedCursor, parseErasedCursor } from '../domain/erased-cursor.js';

/** AnalysisAdminService.ListErasedAnalyses. */
export function listErasedAnalysesHandler(deps: { knex: Knex }) {
  return unary<ListErasedAnalysesRequest, ListErasedAnalysesResponse>(async (request) => {
    const cursor = parseErasedCursor(request.cursor);
    if (!cursor) throw new ServiceError('INVALID_REQUEST', 'cursor is not one that ListErasedAnalyses answered.');
    const { hashes, next } = await listErasedAnalyses(deps.knex, cursor);
    return { analysisIdHashes: hashes, cursor: formatErasedCursor(next) };
  });
}
