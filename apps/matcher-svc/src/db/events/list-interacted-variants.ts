import type { Knex } from 'knex';

/** Of these variants, those that an analysis of the company has an event of. Served by interaction_events_pkey of each day. */
export async function listInteractedVariants(
  trx: Knex.Transaction,
  analysisHash: Buffer,
  variantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { variant_id: string }[] }>(
    `select distinct event.variant_id
       from event_sessions session join interaction_events event using (analysis_hash, day)
      where session.analysis_hash = ? and session.erased_at is null and event.variant_id = any(?::text[])
      order by event.variant_id`,
    [analysisHash, [...variantIds]],
  );
  return rows.map((row) => row.variant_id);
}
