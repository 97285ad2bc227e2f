import type { Knex } from 'knex';
import { emailKey } from './analyses.js';

/** Rows erased by one statement. */
const ERASE_BATCH = 1_000;

/**
 * Deletes analyses and, in the same statement, lists them as erased and empties the idempotency records that answered
 * for them. The emptied records stay until their 24 hours are over: without them a retry of the same request would
 * store the data again.
 * @param condition - restricts `analyses` to what is erased; its bindings follow.
 * @returns ids of the erased analyses, at most 1,000.
 */
async function eraseWhere(knex: Knex, condition: string, bindings: readonly string[]): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
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
     )
     select id from erased`,
    bindings,
  );
  return rows.map((row) => row.id);
}

/** Erases one analysis of a company. Returns false when the company has none with this id. */
export async function eraseAnalysis(knex: Knex, companyId: string, analysisId: string): Promise<boolean> {
  return (await eraseWhere(knex, 'company_id = ? and id = ?', [companyId, analysisId])).length > 0;
}

/** Erases up to 1,000 analyses of a company with this e-mail address. Served by analyses_email_idx. */
export function eraseSomeByEmail(knex: Knex, companyId: string, email: string): Promise<string[]> {
  return eraseWhere(knex, 'company_id = ? and email_key = ?', [companyId, emailKey(email)]);
}
