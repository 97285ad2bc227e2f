import { type Logger, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import type { ClaimedKey, IdempotentRoute, KeyScope } from '../db/idempotency-keys.js';
import { countRefusal, countSubmission } from './count-submission.js';
import { type RunResult, replay, runOnce } from './run-once.js';

/** The funnel that a submission belongs to. */
export interface SubmissionOwner {
  companyId: string;
  funnelId: string;
}

/** How a route stores the answers of one request. */
export interface SubmissionSteps<Target> {
  route: IdempotentRoute;
  idempotencyKey: string | undefined;
  /** Selects the funnel and its version. Throws when the funnel accepts no answers, or not for this version. */
  resolve(): Promise<Target>;
  getOwner(target: Target): SubmissionOwner;
  isPreview(target: Target): boolean;
  /**
   * The funnel of a submission that `resolve` refused: a first response that is stored is replayed nevertheless. Undefined: the
   * refusal stands, whatever is stored.
   */
  findOwner(refusal: ServiceError): Promise<SubmissionOwner | undefined>;
  /** Identifies equal requests with one key. */
  getFingerprint(owner: SubmissionOwner): Buffer;
  /**
   * Stores the answers.
   * @param claim - of the Idempotency-Key, finished in the same statement or transaction.
   * @returns the response; undefined when the claim was lost and nothing was written.
   */
  store(target: Target, claim: ClaimedKey | undefined): Promise<Buffer | undefined>;
  /** Stores the answers of a first request with a key without a claim. @returns undefined when it cannot, or when the key has a record. */
  storeUnclaimed?(target: Target, scope: KeyScope, fingerprint: Buffer): Promise<Buffer | undefined>;
}

/** Stores answers at most once per Idempotency-Key, on both routes that take answers. docs/contract.md C10. */
export async function submitOnce<Target extends object>(
  deps: { db: Knex; log: Logger },
  steps: SubmissionSteps<Target>,
): Promise<RunResult> {
  const hasKey = steps.idempotencyKey !== undefined;
  try {
    const { target, ...result } = await submit(deps, steps);
    countSubmission(result, { isPreview: target !== undefined && steps.isPreview(target), hasKey });
    return result;
  } catch (error) {
    countRefusal(error);
    throw error;
  }
}

/** @returns `target`: absent where the submission was replayed without it. */
async function submit<Target extends object>(
  deps: { db: Knex; log: Logger },
  steps: SubmissionSteps<Target>,
): Promise<RunResult & { target?: Target }> {
  const { route, idempotencyKey } = steps;
  if (idempotencyKey === undefined) {
    const target = await steps.resolve();
    const response = await steps.store(target, undefined);
    return { response: response as Buffer, replayed: false, target };
  }
  const keyHash = sha256(idempotencyKey);
  const toScope = ({ companyId }: SubmissionOwner): KeyScope => ({ companyId, route, keyHash });
  const resolved = await resolveOrReplay(deps, steps, toScope);
  if ('stored' in resolved) return resolved.stored;
  const { target } = resolved;
  const owner = steps.getOwner(target);
  const scope = toScope(owner);
  const fingerprint = steps.getFingerprint(owner);
  const response = await steps.storeUnclaimed?.(target, scope, fingerprint);
  if (response) return { response, replayed: false, target };
  return { ...(await runOnce(deps, scope, fingerprint, (claim) => steps.store(target, claim))), target };
}

/** A retry of a stored submission is replayed, although the funnel or the version no longer accepts answers. */
async function resolveOrReplay<Target>(
  { db }: { db: Knex },
  steps: SubmissionSteps<Target>,
  toScope: (owner: SubmissionOwner) => KeyScope,
): Promise<{ target: Target } | { stored: RunResult }> {
  try {
    return { target: await steps.resolve() };
  } catch (error) {
    const owner = error instanceof ServiceError ? await steps.findOwner(error) : undefined;
    const stored = owner && (await replay(db, toScope(owner), steps.getFingerprint(owner)));
    if (!stored) throw error;
    return { stored };
  }
}
