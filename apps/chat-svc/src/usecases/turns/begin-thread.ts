import { randomBytes } from 'node:crypto';
import { type Clock, deriveId, randomId, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { deleteThread, findBeginning, insertThread, readThread } from '../../db/threads.js';
import { hashClientTurnId, insertTurn } from '../../db/turns.js';
import { NEW_THREAD } from '../../domain/thread/thread-state.js';
import type { CompanyProfile } from '../companies/ports.js';
import { type Claim, checkCompanyBudget, claimTurn, isExpired } from './claim-turn.js';
import { inProgress } from './thread-errors.js';

/**
 * Characters of a `clientTurnId` that is taken as unique among all shoppers. Shorter ones could be those of two shoppers who ask the same,
 * and neither may get the conversation of the other.
 */
const MIN_UNIQUE_LENGTH = 16;
const SALT_BYTES = 16;

export interface FirstTurn {
  readonly clientTurnId: string;
  readonly requestHash: Buffer;
  readonly text: string;
  readonly isUnlimited: boolean;
}

/**
 * Stores a thread with its first turn, or finds the one that the same request began. docs/chat.md T7.4.
 * @throws ServiceError IDEMPOTENCY_CONFLICT, REQUEST_IN_PROGRESS, RATE_LIMITED.
 */
export async function beginThread(
  trx: Knex.Transaction,
  profile: CompanyProfile,
  turn: FirstTurn,
  clock: Clock,
): Promise<{ threadId: string; claim: Claim }> {
  const companyId = profile.id;
  const { clientTurnId, requestHash, text, isUnlimited } = turn;
  const isUnique = clientTurnId.length >= MIN_UNIQUE_LENGTH;
  const beginHash = sha256(JSON.stringify([companyId, clientTurnId, requestHash.toString('base64')]));
  const storedId = isUnique ? hashClientTurnId(clientTurnId) : clientTurnId;
  const knownSalt = isUnique ? await findBeginning(trx, companyId, beginHash) : undefined;
  if (knownSalt) {
    const threadId = deriveId(clientTurnId, knownSalt);
    const threadHash = sha256(threadId);
    const known = await readThread(trx, companyId, threadHash);
    if (known && !isExpired(known, profile, clock.now())) {
      const request = { clientTurnId: storedId, requestHash, isUnlimited, toText: () => text };
      return { threadId, claim: await claimTurn(trx, profile, threadHash, request, clock) };
    }
    await deleteThread(trx, threadHash);
  }
  const now = clock.now();
  const salt = randomBytes(SALT_BYTES);
  const threadId = isUnique ? deriveId(clientTurnId, salt) : randomId();
  const key = { companyId, threadHash: sha256(threadId), number: 1, askedAt: now };
  if (!isUnlimited) await checkCompanyBudget(trx, companyId, now);
  const beginning = isUnique ? { hash: beginHash, salt } : undefined;
  if (!(await insertThread(trx, companyId, key.threadHash, { state: NEW_THREAD, now, beginning }))) throw inProgress();
  await insertTurn(trx, key, { clientTurnId: storedId, requestHash, text });
  const thread = { state: NEW_THREAD, turns: 0, modelCalls: 0, createdAt: now, lastTurnAt: now };
  return { threadId, claim: { kind: 'NEW', key, thread } };
}
