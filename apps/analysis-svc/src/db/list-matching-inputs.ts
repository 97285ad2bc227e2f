import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { MATCHING_INPUT_COLUMNS, type StoredMatchingInput } from './analyses.js';

/** Maximum number of inputs per call. */
export const MAX_MATCHING_INPUTS = 2_000;
/** Maximum size of answers and color scores per call, in bytes; well below the limit of a message. */
const MAX_MATCHING_INPUT_BYTES = 8 * 1024 * 1024;

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
 * Lists the newest analyses of a funnel without previews, newest first. Stops before the list would exceed 8 MiB, so that
 * the caller receives a shorter list instead of an error. Served by analyses_funnel_idx.
 */
export async function listMatchingInputs(
  db: Knex,
  scope: { companyId: string; funnelId: string },
  limit: number,
  maxBytes = MAX_MATCHING_INPUT_BYTES,
): Promise<(StoredMatchingInput & { id: string })[]> {
  const values = [scope.companyId, scope.funnelId, limit, maxBytes];
  const { rows } = await runPreparedForCompany<StoredMatchingInput & { id: string }>(
    db,
    scope.companyId,
    LIST_MATCHING_INPUTS,
    values,
  );
  return rows;
}
