import { sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import type { WireBlock, WireReply } from '../domain/grounding/wire.js';
import type { TurnAnswer } from '../domain/thread/answer-turn.js';
import type { StoredBlock } from '../domain/thread/stored-block.js';

/** What a repeated turn gets again. */
export interface WholeAnswer {
  readonly turnId: string;
  readonly blocks: readonly WireBlock[];
  readonly replies: readonly WireReply[];
}

/** A turn under a `clientTurnId`. */
export interface KnownTurn {
  readonly requestHash: Buffer;
  readonly askedAt: Date;
  /** null: it is being answered. */
  readonly answeredAt: Date | null;
  /** null: longer ago than it is kept. */
  readonly answer: WholeAnswer | null;
}

export interface TurnKey {
  readonly companyId: string;
  readonly threadHash: Buffer;
  readonly number: number;
  /** Another turn has the same number where this one was taken as abandoned. */
  readonly askedAt: Date;
}

const toColumns = ({ companyId, threadHash, number, askedAt }: TurnKey) => ({
  company_id: companyId,
  thread_hash: threadHash,
  number,
  asked_at: askedAt,
});

interface KnownRow {
  number: number;
  client_turn_id: string;
  request_hash: Buffer;
  asked_at: Date;
  answered_at: Date | null;
  answer: WholeAnswer | null;
}

/** Of a first turn it is stored like this: with the salt of the thread, the id itself gives that of the thread. */
export const hashClientTurnId = (clientTurnId: string): string => sha256(clientTurnId).toString('base64url');

/** The turn with this id, and the newest turn that is being answered. */
export async function findTurns(
  trx: Knex.Transaction,
  { companyId, threadHash }: Pick<TurnKey, 'companyId' | 'threadHash'>,
  clientTurnId: string,
): Promise<{ same: KnownTurn | undefined; running: (KnownTurn & { number: number }) | undefined }> {
  const ids = [clientTurnId, hashClientTurnId(clientTurnId)];
  const rows = await trx<KnownRow & { company_id: string; thread_hash: Buffer }>('turns')
    .where({ company_id: companyId, thread_hash: threadHash })
    .andWhere((where) => where.whereIn('client_turn_id', ids).orWhereNull('answered_at'))
    .orderBy('number', 'desc')
    .select('number', 'client_turn_id', 'request_hash', 'asked_at', 'answered_at', 'answer');
  const turns = rows.map((row) => ({
    ...{ number: row.number, clientTurnId: row.client_turn_id, requestHash: row.request_hash },
    ...{ askedAt: row.asked_at, answeredAt: row.answered_at, answer: row.answer },
  }));
  return {
    same: turns.find((turn) => ids.includes(turn.clientTurnId)),
    running: turns.find(({ answeredAt }) => answeredAt === null),
  };
}

/** When the turn before the newest `count` of a company since a time was asked; undefined: there are fewer. */
export async function findTurnOver(
  trx: Knex.Transaction,
  companyId: string,
  since: Date,
  count: number,
): Promise<Date | undefined> {
  const row = await trx<{ company_id: string; asked_at: Date }>('turns')
    .where({ company_id: companyId })
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .offset(count - 1)
    .first('asked_at');
  return row?.asked_at;
}

/** Stores that a turn is being answered, as the thread's newest. */
export async function insertTurn(
  trx: Knex.Transaction,
  key: TurnKey,
  turn: { clientTurnId: string; requestHash: Buffer; text: string },
): Promise<void> {
  const { clientTurnId, requestHash, text } = turn;
  await trx('turns').insert({
    ...{ ...toColumns(key), client_turn_id: clientTurnId, request_hash: requestHash, text },
  });
  await trx('threads')
    .where({ company_id: key.companyId, thread_hash: key.threadHash })
    .update({ turns: key.number, last_turn_at: key.askedAt });
}

/** Stores the answer of a turn. False: another one has taken its place. */
export async function completeTurn(
  trx: Knex.Transaction,
  key: TurnKey,
  {
    answered,
    blocks,
    answer,
    now,
  }: { answered: TurnAnswer; blocks: readonly StoredBlock[]; answer: WholeAnswer; now: Date },
): Promise<boolean> {
  const { plan, language, isUnanswered } = answered;
  const count = await trx('turns')
    .where(toColumns(key))
    .update({
      ...{ answered_at: now, intent: plan.intent, language, is_unanswered: isUnanswered },
      ...{ plan: JSON.stringify(plan), blocks: JSON.stringify(blocks), answer: JSON.stringify(answer) },
    });
  return count > 0;
}

/** Removes a turn that could not be answered, so that it may be sent again. False: another one has taken its place. */
export async function deleteTurn(trx: Knex.Transaction, key: TurnKey): Promise<boolean> {
  // Held first, as where the thread is deleted with its turns: otherwise the two could wait for each other.
  await trx('threads').where({ company_id: key.companyId, thread_hash: key.threadHash }).forUpdate().first('turns');
  const count = await trx('turns').where(toColumns(key)).delete();
  if (count === 0) return false;
  await trx('threads')
    .where({ company_id: key.companyId, thread_hash: key.threadHash, turns: key.number })
    .update({ turns: key.number - 1 });
  return true;
}

/** A message and its answer. */
export interface StoredTurn {
  readonly number: number;
  readonly text: string | null;
  readonly language: 'en' | 'de' | null;
  readonly askedAt: Date;
  readonly answeredAt: Date | null;
  readonly blocks: readonly StoredBlock[] | null;
}

/** The newest turns of a thread, the oldest first. */
export async function listTurns(
  trx: Knex.Transaction,
  { companyId, threadHash }: Pick<TurnKey, 'companyId' | 'threadHash'>,
  limit: number,
): Promise<StoredTurn[]> {
  const rows = await trx('turns')
    .where({ company_id: companyId, thread_hash: threadHash })
    .orderBy('number', 'desc')
    .limit(limit)
    .select<
      {
        number: number;
        text: string | null;
        language: 'en' | 'de' | null;
        asked_at: Date;
        answered_at: Date | null;
        blocks: StoredBlock[] | null;
      }[]
    >('number', 'text', 'language', 'asked_at', 'answered_at', 'blocks');
  return rows
    .map(({ number, text, language, asked_at, answered_at, blocks }) => ({
      ...{ number, text, language, askedAt: asked_at, answeredAt: answered_at, blocks },
    }))
    .reverse();
}

/** Forgets whole answers of a company's turns before a time. */
export async function forgetAnswers(trx: Knex.Transaction, companyId: string, before: Date): Promise<void> {
  await trx('turns')
    .where({ company_id: companyId })
    .whereNotNull('answer')
    .where('asked_at', '<', before)
    .update({ answer: null });
}
