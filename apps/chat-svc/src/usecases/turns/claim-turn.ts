import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { readThread, type StoredThread } from '../../db/threads.js';
import { deleteTurn, findTurnOver, findTurns, insertTurn, type TurnKey, type WholeAnswer } from '../../db/turns.js';
import type { CompanyProfile } from '../companies/ports.js';
import { getRetentionMs } from './retention.js';
import { conflict, inProgress, notOffered, threadNotFound, tooMany } from './thread-errors.js';

/** Turns of a thread. docs/chat.md T8.1. */
const MAX_THREAD_TURNS = 200;
/** Turns of a company in a minute. docs/chat.md T8.1. */
const MAX_COMPANY_TURNS = 600;
const MINUTE_MS = 60_000;
/** A turn takes 4 s at most: after that its process is gone. */
const ABANDONED_MS = 10_000;

/** A turn before it is answered. */
export interface TurnRequest {
  readonly clientTurnId: string;
  readonly requestHash: Buffer;
  /** What is stored of the question in a thread; undefined: it chooses what this thread does not offer. */
  toText(thread: StoredThread): string | undefined;
  readonly isUnlimited: boolean;
}

export type Claim =
  | { readonly kind: 'KNOWN'; readonly answer: WholeAnswer }
  | { readonly kind: 'NEW'; readonly key: TurnKey; readonly thread: StoredThread };

/**
 * Claims the next turn of a thread, or finds the answer that it had. The thread is held until the transaction ends.
 * @throws ServiceError NOT_FOUND, IDEMPOTENCY_CONFLICT, REQUEST_IN_PROGRESS, INVALID_REQUEST, RATE_LIMITED.
 */
export async function claimTurn(
  trx: Knex.Transaction,
  profile: CompanyProfile,
  threadHash: Buffer,
  request: TurnRequest,
  clock: Clock,
): Promise<Claim> {
  const now = clock.now();
  const thread = await readThread(trx, profile.id, threadHash, { isLocked: true });
  if (!thread || isExpired(thread, profile, now)) throw threadNotFound();
  const ids = { companyId: profile.id, threadHash };
  const { same, running } = await findTurns(trx, ids, request.clientTurnId);
  if (same && !same.requestHash.equals(request.requestHash)) throw conflict();
  if (same?.answer) return { kind: 'KNOWN', answer: same.answer };
  if (same?.answeredAt) throw conflict();
  if (running) {
    if (now.getTime() - running.askedAt.getTime() < ABANDONED_MS) throw inProgress();
    await deleteTurn(trx, { ...ids, number: running.number, askedAt: running.askedAt });
  }
  const text = request.toText(thread);
  if (text === undefined) throw notOffered();
  const turns = running ? thread.turns - 1 : thread.turns;
  if (turns >= MAX_THREAD_TURNS) throw tooMany('messages in this conversation', getSecondsLeft(thread, profile, now));
  if (!request.isUnlimited) await checkCompanyBudget(trx, profile.id, now);
  const key = { ...ids, number: turns + 1, askedAt: now };
  await insertTurn(trx, key, { ...request, text });
  return { kind: 'NEW', key, thread };
}

/** @throws ServiceError RATE_LIMITED */
export async function checkCompanyBudget(trx: Knex.Transaction, companyId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - MINUTE_MS);
  const over = await findTurnOver(trx, companyId, since, MAX_COMPANY_TURNS);
  if (over) throw tooMany('messages in this shop', (over.getTime() - since.getTime()) / 1_000);
}

export const isExpired = ({ lastTurnAt }: StoredThread, profile: CompanyProfile, now: Date): boolean =>
  lastTurnAt.getTime() + getRetentionMs(profile) <= now.getTime();

/** Until it expires and another one is begun. */
const getSecondsLeft = ({ lastTurnAt }: StoredThread, profile: CompanyProfile, now: Date): number =>
  (lastTurnAt.getTime() + getRetentionMs(profile) - now.getTime()) / 1_000;
