import { lockName, shareName } from '@svc/kit';
import type { Knex } from 'knex';

/**
 * Orders that are being stored share it, erasures have it alone: so an erasure sees every attribution to what it erases. The function
 * `store_order` names it, too.
 */
const LOCK = 'erasures of analyses';

/** Of these analyses, those that were erased. No erasure takes place until the transaction ends. */
export async function listErased(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  await shareName(trx, LOCK);
  const rows = await trx('erased_analyses')
    .whereRaw('analysis_hash = any(?::bytea[])', [[...hashes]])
    .select<{ analysis_hash: Buffer }[]>('analysis_hash');
  return new Set(rows.map(({ analysis_hash }) => analysis_hash.toString('hex')));
}

/** Deletes the lines that are credited to erased analyses, with their refunds and copies, and remembers the erasures for later orders. Idempotent. */
export async function eraseAnalyses(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<void> {
  await lockName(trx, LOCK);
  await trx.raw(
    `insert into erased_analyses (analysis_hash) select hash from unnest(?::bytea[]) as erased (hash)
       on conflict do nothing`,
    [[...hashes]],
  );
  const credited = `(select company_id, order_key, line_key from all_attributions where analysis_hash = any(?::bytea[]))`;
  for (const view of ['all_refunds', 'all_order_lines']) {
    await trx.raw(`delete from ${view} where (company_id, order_key, line_key) in ${credited}`, [[...hashes]]);
  }
  for (const view of ['all_credited_lines', 'all_line_credits', 'all_unexplained_analyses']) {
    await trx(view).whereIn('analysis_hash', hashes).delete();
  }
}
