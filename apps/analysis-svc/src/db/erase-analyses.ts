import { type Db, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { eraseAttempts } from '../delivery/db/erase-attempts.js';
import { emailKey } from './analyses.js';

/** Rows erased by one statement. */
const ERASE_BATCH = 1_000;

/** The error that the delivery log shows for an erased analysis. */
const ERASED = 'The analysis was erased.';

/**
 * Deletes analyses. The same statement adds their ids to `erased_analyses` and clears every copy of their data: the
 * idempotency records that created them, and their deliveries. A cleared record remains until its 24 hours are over, because
 * without it a retried request would store the data again. A cleared delivery remains as a row of the log; a pending one becomes
 * DEAD, so that no further attempt starts.
 * @param condition - restricts `analyses` to the rows to erase; its bindings follow.
 */
async function eraseStatement(
  trx: Db,
  condition: string,
  bindings: readonly string[],
): Promise<{ analyses: string[]; deliveries: string[] }> {
  const { rows } = await trx.raw<{ rows: { analyses: string[]; deliveries: string[] }[] }>(
    `with doomed as (
       select key from analyses where ${condition} limit ${ERASE_BATCH} for update
     ), erased as (
       delete from analyses using doomed where analyses.key = doomed.key
       returning analyses.id, analyses.company_id, analyses.idempotency_key_hash
     ), emptied as (
       update idempotency_keys as record
       set state = 'erased', fingerprint = null, response = null, analysis_id = null
       from erased
       where record.company_id = erased.company_id and record.key_hash = erased.idempotency_key_hash
         and record.analysis_id = erased.id
     ), listed as (
       insert into erased_analyses (id_hash) select sha256(convert_to(id, 'UTF8')) from erased
       on conflict (id_hash) do nothing
     ), undelivered as (
       update deliveries as delivery
       set analysis_id = null, body = null, next_attempt_at = null,
         state = case when state = 'PENDING' then 'DEAD' else state end,
         last_error = case when state = 'DELIVERED' then last_error else '${ERASED}' end,
         finished_at = coalesce(finished_at, now())
       from erased
       where delivery.analysis_id = erased.id and delivery.company_id = erased.company_id
       returning delivery.id
     )
     select array(select id from erased) as analyses, array(select id from undelivered) as deliveries`,
    bindings,
  );
  return rows[0] as { analyses: string[]; deliveries: string[] };
}

/** @returns ids of the erased analyses, at most 1,000. */
function eraseWhere(db: Knex, companyId: string, condition: string, value: string): Promise<string[]> {
  return forCompany(db, companyId, async (trx) => {
    const { analyses, deliveries } = await eraseStatement(trx, `company_id = ? and ${condition}`, [companyId, value]);
    // After the rows are locked: this sees everything that attempts have written, and an attempt that ends later writes nothing.
    if (deliveries.length > 0) await eraseAttempts(trx, deliveries);
    return analyses;
  });
}

/** Erases one analysis of a company. Returns false when the company has none with this id. */
export async function eraseAnalysis(db: Knex, companyId: string, analysisId: string): Promise<boolean> {
  return (await eraseWhere(db, companyId, 'id = ?', analysisId)).length > 0;
}

/** Erases up to 1,000 analyses of a company with this e-mail address. Served by analyses_email_idx. */
export function eraseSomeByEmail(db: Knex, companyId: string, email: string): Promise<string[]> {
  return eraseWhere(db, companyId, 'email_key = ?', emailKey(email));
}
