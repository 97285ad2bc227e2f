import { type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type ClaimedKey, claimKey, findRecord, type KeyScope, releaseKey } from '../db/idempotency-keys.js';

export interface RunResult {
  response: Buffer;
  /** The response is that of an earlier request with the same key. */
  replayed: boolean;
}

/** Maximum number of tries to claim a key. A claim can fail because of a record that is released before it can be read. */
const MAX_CLAIMS = 5;

/**
 * Runs `work` at most once per Idempotency-Key, also across crashes of this process. docs/contract.md C10.
 * Throws IDEMPOTENCY_CONFLICT (another body, finished or not), REQUEST_IN_PROGRESS, or the error of `work`; in the last case
 * the claim is released, and a corrected body may use the key.
 * @param work - stores its effect and its response in one statement guarded by the claim. Returns undefined when the
 *   claim was lost in the meantime and nothing was written.
 */
export async function runOnce(
  deps: { db: Knex; log: Logger },
  scope: KeyScope,
  fingerprint: Buffer,
  work: (claim: ClaimedKey) => Promise<Buffer | undefined>,
): Promise<RunResult> {
  for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
    const claim = await claimKey(deps.db, scope, fingerprint);
    if (claim) {
      const response = await workOrRelease(deps, claim, work);
      if (response) return { response, replayed: false };
      // The lease ended and another request took over the key: return the response of that request.
      return (await replay(deps.db, scope, fingerprint)) ?? throwInProgress();
    }
    const stored = await replay(deps.db, scope, fingerprint);
    if (stored) return stored;
  }
  return throwInProgress();
}

/**
 * The stored response of a key; undefined when there is no record.
 * Throws IDEMPOTENCY_CONFLICT for another body, even while the first request is running, or REQUEST_IN_PROGRESS.
 */
export async function replay(db: Knex, scope: KeyScope, fingerprint: Buffer): Promise<RunResult | undefined> {
  const record = await findRecord(db, scope);
  if (!record) return undefined;
  if (record.state === 'erased') {
    throw conflict('The analysis that this Idempotency-Key created was erased. Send a new key to create another one.');
  }
  if (!record.fingerprint.equals(fingerprint)) {
    throw conflict('This Idempotency-Key was used with another body. Send a new key, or the same body again.');
  }
  return record.response ? { response: record.response, replayed: true } : throwInProgress();
}

async function workOrRelease(
  deps: { db: Knex; log: Logger },
  claim: ClaimedKey,
  work: (claim: ClaimedKey) => Promise<Buffer | undefined>,
): Promise<Buffer | undefined> {
  try {
    return await work(claim);
  } catch (error) {
    // If the release fails, the key stays blocked until its lease ends.
    await releaseKey(deps.db, claim).catch((cause) =>
      deps.log.warn({ err: cause }, 'idempotency claim could not be released'),
    );
    throw error;
  }
}

const conflict = (message: string): ServiceError => new ServiceError('IDEMPOTENCY_CONFLICT', message);

function throwInProgress(): never {
  throw new ServiceError(
    'REQUEST_IN_PROGRESS',
    'A request with this Idempotency-Key is still running. Retry the request later.',
  );
}
