import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { MATCHING_INPUT_COLUMNS, type StoredMatchingInput } from './analyses.js';

/** Most inputs of one call. */
export const MAX_MATCHING_INPUTS = 2_000;
/** Answers and colour scores of one call, bytes: far under what a message may hold. */
export const MAX_MATCHING_INPUT_BYTES = 8 * 1024 * 1024;

const LIST_MATCHING_INPUTS: PreparedStatement = {
  name: 'list-matching-inputs',
  text: `
    select * from (
      select input.*, sum(octet_length("answersJson") + coalesce(octet_length("colorJson"), 0)) over (order by key desc) as bytes
      from (
        select key, id, ${MATCHING_INPUT_COLUMNS} from analyses
        where company_id = $1 and funnel_id = $2 and not is_preview
        order by key desc limit $3
      ) as input
    ) as newest
    where bytes <= $4
    order by key desc`,
};

/**
 * The newest analyses of a funnel, previews left out, newest first. Ends early when the next one would exceed 8 MiB, so
 * that a caller gets the newest of them rather than a failure. Served by analyses_funnel_idx.
 */
export async function listMatchingInputs(
  knex: Knex,
  scope: { companyId: string; funnelId: string },
  limit: number,
  maxBytes = MAX_MATCHING_INPUT_BYTES,
): Promise<(StoredMatchingInput & { id: string })[]> {
  const values = [scope.companyId, scope.funnelId, limit, maxBytes];
  const { rows } = await runPreparedForCompany<StoredMatchingInput & { id: string }>(
    knex,
    scope.companyId,
    LIST_MATCHING_INPUTS,
    values,
  );
  return rows;
}
