import type { Knex } from 'knex';

/** Minimum lifetime of a record, in hours. docs/contract.md C10. docs/reliability.md R1.6 requires deletion by hour 48. */
const RECORD_LIFETIME_HOURS = 24;
/** Records deleted by one statement. docs/reliability.md R1.6. */
export const DELETE_BATCH = 1_000;

/**
 * Deletes up to 1,000 expired records, except those that a running request holds. Replicas may run it concurrently: rows
 * that another replica is deleting are skipped. Served by idempotency_keys_created_at_idx.
 * @returns the number of deleted records.
 */
export async function deleteExpiredKeys(db: Knex): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with expired as (
       select company_id, key_hash, route from all_idempotency_keys
       where created_at < now() - ? * interval '1 hour' and (state <> 'running' or lease_until < now())
       order by created_at limit ? for update skip locked
     )
     delete from all_idempotency_keys as record using expired
     where record.company_id = expired.company_id and record.key_hash = expired.key_hash and record.route = expired.route`,
    [RECORD_LIFETIME_HOURS, DELETE_BATCH],
  );
  return rowCount;
}
