import { ServiceError, unary } from '@svc/kit';
import type { ListMatchingInputsRequest, ListMatchingInputsResponse } from '@svc/proto';
import type { Knex } from 'knex';
import { listMatchingInputs, MAX_MATCHING_INPUTS } from '../db/list-matching-inputs.js';
import { toMatchingInput } from './to-matching-input.js';

/** AnalysisAdminService.ListMatchingInputs. */
export function listMatchingInputsHandler(deps: { knex: Knex }) {
  return unary<ListMatchingInputsRequest, ListMatchingInputsResponse>(async ({ companyId, funnelId, limit }) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_MATCHING_INPUTS) {
      throw new ServiceError('INVALID_REQUEST', `limit is ${limit}. Send 1 to ${MAX_MATCHING_INPUTS}.`);
    }
    const found = await listMatchingInputs(deps.knex, { companyId, funnelId }, limit);
    return { items: found.map((input) => ({ analysisId: input.id, input: toMatchingInput(input) })) };
  });
}
