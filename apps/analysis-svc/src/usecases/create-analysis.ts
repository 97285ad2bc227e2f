import { json, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { type Analysis, insertAnalysis, insertAnalysisAndFinish } from '../db/analyses.js';
import type { IdempotentRoute, KeyScope } from '../db/idempotency-keys.js';
import type { IgnoredFields } from '../domain/ignored-fields.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { fingerprint } from './fingerprint.js';
import { type PrepareDeps, prepareAnalysis, type SubmissionTarget } from './prepare-analysis.js';
import { type RunResult, replay, runOnce } from './run-once.js';

export interface Submission {
  apiKeyHash: Buffer;
  funnelId: string;
  createdWithVersionId: string | undefined;
  idempotencyKey: string | undefined;
  /** The request body without its selfie and ignored fields. */
  body: Record<string, unknown>;
  ignored?: IgnoredFields | undefined;
  selfie: Selfie | undefined;
}

export interface SubmissionRequest {
  apiKeyHash: Buffer;
  funnelId: string;
  /** Absent: the current version. */
  versionId?: string | undefined;
}

export interface CreateAnalysisDeps extends PrepareDeps {
  knex: Knex;
  /** Checks the key and selects the version. Throws UNAUTHORIZED, NOT_FOUND, VERSION_NOT_FOUND and others. */
  resolveSubmission(request: SubmissionRequest): Promise<SubmissionTarget>;
}

const ROUTE: IdempotentRoute = 'POST /api/v1/analyses';

/**
 * Stores one analysis. docs/contract.md C9, C10.
 * No transaction is open during the call to funnel-svc or the selfie analysis: everything is written by one statement.
 */
export async function createAnalysis(
  deps: CreateAnalysisDeps,
  submission: Submission,
  signal?: AbortSignal,
): Promise<RunResult> {
  const { apiKeyHash, funnelId, createdWithVersionId: versionId, idempotencyKey } = submission;
  const resolving = deps.resolveSubmission({ apiKeyHash, funnelId, versionId });
  if (idempotencyKey === undefined) {
    const target = await resolving;
    const { analysis, response } = await prepare(deps, submission, target, signal);
    await insertAnalysis(deps.knex, analysis);
    return { response, replayed: false };
  }

  const keyHash = sha256(idempotencyKey);
  const target = await resolving.catch((error) => replayForMissingVersion(deps, submission, keyHash, error));
  if ('replayed' in target) return target;
  const digest = toDigest(submission);
  const scope = { companyId: target.companyId, route: ROUTE, keyHash };
  return runOnce(deps, scope, digest, async (claim) => {
    const { analysis, response } = await prepare(deps, submission, target, signal);
    return (await insertAnalysisAndFinish(deps.knex, analysis, claim, response)) ? response : undefined;
  });
}

const toDigest = ({ body, selfie, ignored }: Submission): Buffer =>
  fingerprint(body, selfie, ignored?.digest && { ignored: ignored.digest.toString('hex') });

async function prepare(
  deps: CreateAnalysisDeps,
  { body, selfie, ignored }: Submission,
  target: SubmissionTarget,
  signal: AbortSignal | undefined,
): Promise<{ analysis: Analysis; response: Buffer }> {
  const { analysis, warnings } = await prepareAnalysis(deps, { body, selfie, ignored, route: 'v1' }, target, signal);
  const { id, versionId: funnelVersionId, isPreview } = analysis;
  const problems = warnings.length > 0 ? { payload_warnings: warnings } : {};
  return { analysis, response: json.encode({ id, funnelVersionId, isPreview, ...problems }) };
}

/**
 * Replays a create whose draft version no longer exists. A draft's version id is deleted when the draft changes, but a retry of
 * a stored create must still be replayed. Resolves the funnel without the version to learn the company. Rethrows other errors.
 */
async function replayForMissingVersion(
  deps: CreateAnalysisDeps,
  submission: Submission,
  keyHash: KeyScope['keyHash'],
  error: unknown,
): Promise<RunResult> {
  if (!(error instanceof ServiceError) || error.code !== 'VERSION_NOT_FOUND') throw error;
  const { apiKeyHash, funnelId } = submission;
  const { companyId } = await deps.resolveSubmission({ apiKeyHash, funnelId });
  const stored = await replay(deps.knex, { companyId, route: ROUTE, keyHash }, toDigest(submission));
  if (!stored) throw error;
  return stored;
}
