import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

const LIST: PreparedStatement = {
  name: 'list-interacted-variants',
  text: `select distinct event.variant_id
       from event_sessions session join interaction_events event using (analysis_hash, day)
      where session.analysis_hash = $1 and session.erased_at is null and event.variant_id = any($2::text[])
      order by event.variant_id`,
};

/**
 * Of these variants, those that an analysis of the company has an event of. Served by interaction_events_pkey of each day; one round trip, since
 * every order asks for it.
 */
export async function listInteractedVariants(
  db: Knex,
  companyId: string,
  analysisHash: Buffer,
  variantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await runPreparedForCompany<{ variant_id: string }>(db, companyId, LIST, [analysisHash, variantIds]);
  return rows.map((row) => row.variant_id);
}
