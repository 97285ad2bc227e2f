import { type Clock, countOutcome, forCompany, getProcessMetrics, randomId, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { isErased } from '../../db/erasures.js';
import { deleteThread, findCompanyOfThread, readThread, type StoredThread, updateThread } from '../../db/threads.js';
import { completeTurn, deleteTurn, listTurns, type TurnKey, type WholeAnswer } from '../../db/turns.js';
import { MODEL_LIMITS } from '../../domain/model/model-limits.js';
import { redactPersonalData } from '../../domain/plan/personal-data.js';
import { findChosen } from '../../domain/thread/chosen.js';
import { toStored } from '../../domain/thread/stored-block.js';
import type { TurnInput } from '../../domain/thread/turn-input.js';
import type { Catalogs } from '../companies/catalogs.js';
import type { CompanyProfile } from '../companies/ports.js';
import type { FoundAnswer, findAnswer, TurnContext } from './answer.js';
import { beginThread } from './begin-thread.js';
import type { CallerCompanies } from './caller.js';
import { claimTurn, type TurnRequest } from './claim-turn.js';
import { inProgress, notOffered, threadNotFound } from './thread-errors.js';
import type { TurnSlot, TurnSlots } from './turn-slots.js';
import { withinTime } from './within-time.js';

/** Time of a turn, milliseconds; with a language model. docs/chat.md T8.3. */
export const TURN_MS: TurnTimes = { plain: 2_000, model: 4_000 };

export interface TurnTimes {
  plain: number;
  model: number;
}

export interface TurnDeps {
  db: Knex;
  clock: Clock;
  callers: CallerCompanies;
  catalogs: Catalogs;
  findAnswer: ReturnType<typeof findAnswer>;
  turnMs: TurnTimes;
  /** A model is connected; each company decides whether it is asked. */
  hasLanguageModel: boolean;
  slots: TurnSlots;
}

/** A turn as it arrives. */
export interface ReceivedTurn {
  readonly clientTurnId: string;
  readonly requestHash: Buffer;
  readonly input: TurnInput;
  readonly context: TurnContext;
  readonly isUnlimited: boolean;
}

export interface CreatedTurn extends WholeAnswer {
  readonly threadId: string;
}

/**
 * Begins a thread with its first turn; a repeated one has the same answer in the same thread. The thread is stored before the turn is
 * answered, and is removed again if it cannot be.
 * @throws ServiceError NOT_FOUND, INVALID_REQUEST, IDEMPOTENCY_CONFLICT, REQUEST_IN_PROGRESS, RATE_LIMITED, UNAVAILABLE.
 */
export function createThread(deps: TurnDeps) {
  const { db, clock, catalogs } = deps;
  return (profile: CompanyProfile, turn: ReceivedTurn): Promise<CreatedTurn> =>
    answerInTime(deps, profile, async (slot) => {
      if (!('text' in turn.input)) throw notOffered();
      const text = redactPersonalData(turn.input.text);
      catalogs.prepare(profile);
      const begun = await forCompany(db, profile.id, (trx) => beginThread(trx, profile, { ...turn, text }, clock));
      const { threadId, claim } = begun;
      if (claim.kind === 'KNOWN') return { created: { threadId, ...claim.answer }, outcome: 'replayed' };
      const { key, thread } = claim;
      const undo = () =>
        forCompany(db, profile.id, async (trx) => {
          if (await deleteTurn(trx, key)) await deleteThread(trx, key.threadHash);
        });
      return answerClaimed(deps, { profile, threadId, key, thread, turn, slot, undo });
    });
}

/**
 * Answers the next turn of a thread; a repeated one has the same answer.
 * @throws ServiceError as `claimTurn`, and UNAVAILABLE.
 */
export function createTurn(deps: TurnDeps) {
  const { db, clock, callers } = deps;
  return async (
    threadId: string,
    caller: Parameters<CallerCompanies['requireThread']>[1],
    turn: ReceivedTurn,
  ): Promise<CreatedTurn> => {
    const threadHash = sha256(threadId);
    const profile = await callers.requireThread(await findCompanyOfThread(db, threadHash), caller);
    return answerInTime(deps, profile, async (slot) => {
      const request: TurnRequest = { ...turn, toText: (thread) => toStoredText(turn, thread) };
      const claim = await forCompany(db, profile.id, (trx) => claimTurn(trx, profile, threadHash, request, clock));
      if (claim.kind === 'KNOWN') return { created: { threadId, ...claim.answer }, outcome: 'replayed' };
      const { key, thread } = claim;
      const undo = () => forCompany(db, profile.id, (trx) => deleteTurn(trx, key));
      return answerClaimed(deps, { profile, threadId, key, thread, turn, slot, undo });
    });
  };
}

/** What a turn ended with, as it is counted. */
interface CountedTurn {
  created: CreatedTurn;
  outcome: 'answered' | 'unanswered' | 'preparing' | 'replayed';
}

async function answerInTime(
  { turnMs, slots, hasLanguageModel }: TurnDeps,
  { settings }: CompanyProfile,
  work: (slot: TurnSlot) => Promise<CountedTurn>,
): Promise<CreatedTurn> {
  const startedAt = performance.now();
  const isModelOn = settings.model && hasLanguageModel;
  const ended = withinTime(isModelOn ? turnMs.model : turnMs.plain, () => slots.run(work));
  const { created } = await countOutcome('svc_chat_turns_total', ended, ({ outcome }) => outcome);
  const model = isModelOn ? 'on' : 'off';
  getProcessMetrics()?.observe('svc_chat_first_block_seconds', (performance.now() - startedAt) / 1_000, { model });
  return created;
}

/** What was written or chosen; undefined: it is not offered. */
const toStoredText = ({ input }: ReceivedTurn, { state }: StoredThread): string | undefined =>
  'text' in input ? redactPersonalData(input.text) : findChosen(input, state)?.label;

interface ClaimedTurn {
  profile: CompanyProfile;
  threadId: string;
  key: TurnKey;
  thread: StoredThread;
  turn: ReceivedTurn;
  slot: TurnSlot;
  /** Removes the claim. */
  undo(): Promise<unknown>;
}

async function answerClaimed(
  { db, clock, findAnswer }: TurnDeps,
  { profile, threadId, key, thread, turn, slot, undo }: ClaimedTurn,
): Promise<CountedTurn> {
  try {
    const found = await findAnswer(profile, thread.state, turn.context, turn.input, {
      slot,
      threadCalls: thread.modelCalls,
      listMessages: () => listMessages(db, key),
    });
    if (!found) throw notOffered();
    const { blocks, replies, isUnanswered } = found.answered;
    const answer: WholeAnswer = { turnId: randomId(), blocks, replies };
    const isStored = await forCompany(db, profile.id, (trx) => store(trx, key, found, answer, clock.now()));
    if (!isStored) throw threadNotFound();
    const outcome = found.isPreparing ? 'preparing' : isUnanswered ? 'unanswered' : 'answered';
    return { created: { threadId, ...answer }, outcome };
  } catch (error) {
    // Also where the time is over: the turn can then be sent again immediately. Otherwise it is taken as abandoned later.
    await undo().catch(() => {});
    throw error;
  }
}

/** @returns false: the thread was deleted meanwhile, or its analysis was erased. */
async function store(
  trx: Knex.Transaction,
  key: TurnKey,
  { answered, analysisId, isModelAsked }: FoundAnswer,
  answer: WholeAnswer,
  now: Date,
): Promise<boolean> {
  const { companyId, threadHash } = key;
  const analysisHash = analysisId === undefined ? undefined : sha256(analysisId);
  if (analysisHash && (await isErased(trx, analysisHash))) {
    await deleteThread(trx, threadHash);
    return false;
  }
  const thread = await readThread(trx, companyId, threadHash, { isLocked: true });
  if (!thread) return false;
  const blocks = answered.blocks.map(toStored);
  // A process that stood still for longer than a turn may take finds the answer of another one.
  if (!(await completeTurn(trx, key, { answered, blocks, answer, now }))) throw inProgress();
  await updateThread(trx, companyId, threadHash, {
    state: answered.thread,
    analysisHash,
    modelCalls: thread.modelCalls + (isModelAsked ? 1 : 0),
  });
  return true;
}

/** What the shopper wrote in a thread, the oldest first, this turn too. */
async function listMessages(db: Knex, { companyId, threadHash }: TurnKey): Promise<string[]> {
  const turns = await forCompany(db, companyId, (trx) =>
    listTurns(trx, { companyId, threadHash }, MODEL_LIMITS.messages),
  );
  return turns.flatMap(({ text }) => text ?? []);
}
