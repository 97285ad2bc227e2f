import { type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type ClaimedKey, claimKey, findRecord, type KeyScope, releaseKey } from '../db/idempotency-keys.js';

export interface RunResult {
  response: Buffer;
  /** The response is that of an earlier request. */
  replayed: boolean;
}

/** Claims that may be lost to a record which vanishes before it can be read (released by a failed request). */
const MAX_CLAIMS = 5;

/**
 * Runs work at most once for one Idempotency-Key, also over crashes of this process. docs/contract.md C10.
 * @param work - does everything and stores effect and response in one statement guarded by the claim; undefined when the
 *   claim was lost meanwhile, so that nothing was written.
 * Fails with IDEMPOTENCY_CONFLICT (another body, finished or not), REQUEST_IN_PROGRESS, or as `work` fails; then the
 * claim is given back, and a corrected body may use the key.
 */
export async function runOnce(
  deps: { knex: Knex; log: Logger },
  scope: KeyScope,
  fingerprint: Buffer,
  work: (claim: ClaimedKey) => Promise<Buffer | undefined>,
): Promise<RunResult> {
  for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
    const claim = await claimKey(deps.knex, scope, fingerprint);
    if (claim) {
      const response = await workOrRelease(deps, claim, work);
      if (response) return { response, replayed: false };
      // Fenced off: the lease ended and another request took the key over. Its answer is the answer.
      return (await replay(deps.knex, scope, fingerprint)) ?? inProgress();
    }
    const stored = await replay(deps.knex, scope, fingerprint);
    if (stored) return stored;
  }
  return inProgress();
}

/**
 * The stored answer of a key; undefined when there is no record.
 * Fails with IDEMPOTENCY_CONFLICT or REQUEST_IN_PROGRESS; of a running record too, another body is a conflict.
 */
export async function replay(knex: Knex, scope: KeyScope, fingerprint: Buffer): Promise<RunResult | undefined> {
  const record = await findRecord(knex, scope);
  if (!record) return undefined;
  if (record.state === 'erased') {
    throw conflict('The analysis that this Idempotency-Key created was erased. Send a new key to create another one.');
  }
  if (!record.fingerprint.equals(fingerprint)) {
    throw conflict('This Idempotency-Key was used with another body. Send a new key, or the same body again.');
  }
  return record.response ? { response: record.response, replayed: true } : inProgress();
}

async function workOrRelease(
  deps: { knex: Knex; log: Logger },
  claim: ClaimedKey,
  work: (claim: ClaimedKey) => Promise<Buffer | undefined>,
): Promise<Buffer | undefined> {
  try {
    return await work(claim);
  } catch (error) {
    // Without a release the lease would block the key until it ends, no longer.
    await releaseKey(deps.knex, claim).catch((cause) =>
      deps.log.warn({ err: cause }, 'idempotency claim not released'),
    );
    throw error;
  }
}

const conflict = (message: string): ServiceError => new ServiceError('IDEMPOTENCY_CONFLICT', message);

function inProgress(): never {
  throw new ServiceError(
    'REQUEST_IN_PROGRESS',
    'A request with this Idempotency-Key is still running. Send it again later.',
  );
}
