import type { Knex } from 'knex';

/** A conversation as its company sees it. */
export interface Transcript {
  readonly threadHash: Buffer;
  readonly createdAt: Date;
  readonly lastTurnAt: Date;
  readonly turns: number;
  readonly unanswered: number;
  readonly hasAnalysis: boolean;
}

interface TranscriptRow {
  thread_hash: Buffer;
  created_at: Date;
  last_turn_at: Date;
  turns: number;
  unanswered: string;
  has_analysis: boolean;
}

const COLUMNS = `thread_hash, created_at, last_turn_at, turns, analysis_hashes <> '{}' as has_analysis,
  (select count(*) from turns where turns.company_id = threads.company_id
     and turns.thread_hash = threads.thread_hash and is_unanswered) as unanswered`;

const toTranscript = (row: TranscriptRow): Transcript => ({
  ...{ threadHash: row.thread_hash, createdAt: row.created_at, lastTurnAt: row.last_turn_at },
  ...{ turns: row.turns, unanswered: Number(row.unanswered), hasAnalysis: row.has_analysis },
});

/** Messages of a company that one search reads, the newest: a few ten milliseconds. docs/chat.md T9.3. */
export const MAX_SEARCHED = 20_000;

export interface TranscriptFilter {
  since: Date;
  unansweredOnly: boolean;
  /** Part of what a shopper wrote, in any letter case. Undefined: all. */
  text: string | undefined;
}

/** Conversations of a company since a time, the newest first, after a position: time of the last message and hash. */
export async function listTranscripts(
  trx: Knex.Transaction,
  companyId: string,
  options: TranscriptFilter & {
    after: { at: Date; threadHash: Buffer } | undefined;
    limit: number;
    maxSearched: number;
  },
): Promise<Transcript[]> {
  const { since, after, limit, unansweredOnly, maxSearched, text = null } = options;
  const pattern = text === null ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await trx.raw<{ rows: TranscriptRow[] }>(
    `select ${COLUMNS} from threads
      where company_id = ? and last_turn_at > ?
        and (?::timestamptz is null or (date_trunc('milliseconds', last_turn_at), thread_hash) < (?::timestamptz, ?::bytea))
        and (not ?::boolean or exists (select from turns where turns.company_id = threads.company_id
               and turns.thread_hash = threads.thread_hash and is_unanswered))
        and (?::text is null or thread_hash in (
              select thread_hash from (select thread_hash, text from turns
                where company_id = ? and asked_at > ? and text is not null order by asked_at desc limit ?) as newest
               where text ilike ?))
      order by date_trunc('milliseconds', last_turn_at) desc, thread_hash desc limit ?`,
    [
      companyId,
      since,
      after?.at ?? null,
      after?.at ?? null,
      after?.threadHash ?? null,
      unansweredOnly,
      ...[pattern, companyId, since, maxSearched, pattern],
      limit,
    ],
  );
  return rows.map(toTranscript);
}

export async function readTranscript(
  trx: Knex.Transaction,
  companyId: string,
  threadHash: Buffer,
): Promise<Transcript | undefined> {
  const { rows } = await trx.raw<{ rows: TranscriptRow[] }>(
    `select ${COLUMNS} from threads where company_id = ? and thread_hash = ?`,
    [companyId, threadHash],
  );
  return rows[0] && toTranscript(rows[0]);
}

export async function deleteTranscript(trx: Knex.Transaction, companyId: string, threadHash: Buffer): Promise<void> {
  await trx('threads').where({ company_id: companyId, thread_hash: threadHash }).delete();
}

/** A question without an answer that helps. */
export interface UnansweredQuestion {
  readonly text: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** Questions of a company since a time, without regard to letter case and blanks, the most frequent first. */
export async function listUnanswered(
  trx: Knex.Transaction,
  companyId: string,
  since: Date,
  limit: number,
): Promise<UnansweredQuestion[]> {
  const { rows } = await trx.raw<{ rows: { text: string; count: string; last_at: Date }[] }>(
    `select (array_agg(text order by asked_at desc))[1] as text, count(*) as count, max(asked_at) as last_at
       from turns where company_id = ? and is_unanswered and text is not null and asked_at >= ?
      group by lower(regexp_replace(btrim(text), '\\s+', ' ', 'g'))
      order by count desc, last_at desc, 1 limit ?`,
    [companyId, since, limit],
  );
  return rows.map(({ text, count, last_at }) => ({ text, count: Number(count), lastAt: last_at }));
}
