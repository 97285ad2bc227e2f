import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import type { ThreadState } from '../domain/thread/thread-state.js';

/** A conversation as it is stored. */
export interface StoredThread {
  readonly state: ThreadState;
  /** So far. */
  readonly turns: number;
  readonly modelCalls: number;
  readonly createdAt: Date;
  readonly lastTurnAt: Date;
}

interface ThreadRow {
  state: ThreadState;
  turns: number;
  model_calls: number;
  created_at: Date;
  last_turn_at: Date;
}

/** The company of a thread; undefined: no such thread. All companies are searched: the id is the capability. */
export async function findCompanyOfThread(db: Db, threadHash: Buffer): Promise<string | undefined> {
  const row = await db<{ company_id: string; thread_hash: Buffer }>('all_threads')
    .where({ thread_hash: threadHash })
    .first('company_id');
  return row?.company_id;
}

/** How a repeated first request finds its thread, and gets the id again. */
export interface Beginning {
  readonly hash: Buffer;
  readonly salt: Buffer;
}

/** @returns false: the same request has begun one meanwhile. */
export async function insertThread(
  trx: Knex.Transaction,
  companyId: string,
  threadHash: Buffer,
  { state, now, beginning }: { state: ThreadState; now: Date; beginning: Beginning | undefined },
): Promise<boolean> {
  const rows = await trx('threads')
    .insert({
      ...{ company_id: companyId, thread_hash: threadHash, state: JSON.stringify(state) },
      ...{ created_at: now, last_turn_at: now },
      ...{ begin_hash: beginning?.hash ?? null, begin_salt: beginning?.salt ?? null },
    })
    .onConflict(['company_id', 'begin_hash'])
    .ignore()
    .returning<{ company_id: string }[]>('company_id');
  return rows.length > 0;
}

/** The salt of the thread that a request began. */
export async function findBeginning(
  trx: Knex.Transaction,
  companyId: string,
  hash: Buffer,
): Promise<Buffer | undefined> {
  const row = await trx<{ company_id: string; begin_hash: Buffer; begin_salt: Buffer }>('threads')
    .where({ company_id: companyId, begin_hash: hash })
    .first('begin_salt');
  return row?.begin_salt;
}

/** Reads a thread, and holds it until the transaction ends where `isLocked`. */
export async function readThread(
  trx: Knex.Transaction,
  companyId: string,
  threadHash: Buffer,
  { isLocked = false } = {},
): Promise<StoredThread | undefined> {
  const query = trx<ThreadRow & { company_id: string; thread_hash: Buffer }>('threads').where({
    company_id: companyId,
    thread_hash: threadHash,
  });
  const row = await (isLocked ? query.forUpdate() : query).first(
    'state',
    'turns',
    'model_calls',
    'created_at',
    'last_turn_at',
  );
  return (
    row && {
      ...{ state: row.state, turns: row.turns, modelCalls: row.model_calls },
      ...{ createdAt: row.created_at, lastTurnAt: row.last_turn_at },
    }
  );
}

/** Stores what the next turn needs, and the analysis that this one named. */
export async function updateThread(
  trx: Knex.Transaction,
  companyId: string,
  threadHash: Buffer,
  change: { state: ThreadState; analysisHash: Buffer | undefined; modelCalls: number },
): Promise<void> {
  const { state, analysisHash = null, modelCalls } = change;
  await trx.raw(
    `update threads set state = ?::jsonb, model_calls = ?,
            analysis_hashes = case when ?::bytea is null or ?::bytea = any (analysis_hashes) then analysis_hashes
                                   else analysis_hashes || ?::bytea end
      where company_id = ? and thread_hash = ?`,
    [JSON.stringify(state), modelCalls, analysisHash, analysisHash, analysisHash, companyId, threadHash],
  );
}

/** Deletes a thread with its turns. @returns whether it was there. */
export async function deleteThread(db: Db, threadHash: Buffer): Promise<boolean> {
  return (await db('all_threads').where({ thread_hash: threadHash }).delete()) > 0;
}

/** Companies that have threads, with the time of the oldest last message. */
export async function listCompaniesWithThreads(db: Db): Promise<{ companyId: string; oldest: Date }[]> {
  const rows = await db<{ company_id: string; last_turn_at: Date }>('all_threads')
    .groupBy('company_id')
    .select<{ company_id: string; oldest: Date }[]>('company_id', db.raw('min(last_turn_at) as oldest'));
  return rows.map(({ company_id, oldest }) => ({ companyId: company_id, oldest }));
}

/** Whether a company had a message since a time. */
export async function hasThreadSince(db: Db, companyId: string, since: Date): Promise<boolean> {
  const row = await db('all_threads')
    .where({ company_id: companyId })
    .where('last_turn_at', '>=', since)
    .first('company_id');
  return row !== undefined;
}

/** Deletes threads of a company whose last message is older, at most `limit`. @returns how many. */
export async function deleteThreadsBefore(db: Db, companyId: string, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    // Compared again with the row as it is when it is deleted: it may have had a message since it was found.
    `delete from all_threads where last_turn_at < ? and thread_hash in
       (select thread_hash from all_threads where company_id = ? and last_turn_at < ? order by last_turn_at limit ?)`,
    [before, companyId, before, limit],
  );
  return rowCount;
}
