import { type Db, lockName, shareName } from '@svc/kit';
import type { Knex } from 'knex';

/** Turns that are being stored share it, erasures have it alone: so an erasure sees every conversation that names what it erases. */
const LOCK = 'erasures of analyses';

/** Whether an analysis was erased. No erasure takes place until the transaction ends. */
export async function isErased(trx: Knex.Transaction, analysisHash: Buffer): Promise<boolean> {
  await shareName(trx, LOCK);
  return (await trx('erased_analyses').where({ analysis_hash: analysisHash }).first('analysis_hash')) !== undefined;
}

/** Deletes the conversations that name erased analyses, and remembers the erasures for later turns. Idempotent. */
export async function eraseAnalyses(trx: Knex.Transaction, hashes: readonly Buffer[]): Promise<void> {
  await lockName(trx, LOCK);
  await trx.raw(
    `insert into erased_analyses (analysis_hash) select hash from unnest(?::bytea[]) as erased (hash)
       on conflict do nothing`,
    [[...hashes]],
  );
  await trx.raw('delete from all_threads where analysis_hashes && ?::bytea[]', [[...hashes]]);
}

/** The position in the list of erasures; empty: from the beginning. */
export async function readErasureCursor(db: Db): Promise<string> {
  const row = await db<{ name: string; cursor: string }>('follower_cursors')
    .where({ name: 'erasures' })
    .first('cursor');
  return row?.cursor ?? '';
}

export async function writeErasureCursor(db: Db, cursor: string): Promise<void> {
  await db('follower_cursors').insert({ name: 'erasures', cursor }).onConflict('name').merge();
}

/** Forgets erasures before a time. */
export async function deleteErasures(db: Db, before: Date): Promise<void> {
  await db('erased_analyses').where('erased_at', '<', before).delete();
}
