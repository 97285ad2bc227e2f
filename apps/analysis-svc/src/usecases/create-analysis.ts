import { json } from '@svc/kit';
import type { Knex } from 'knex';
import { type Analysis, insertAnalysis, insertAnalysisAndFinish, insertAnalysisWithRecord } from '../db/analyses.js';
import type { IgnoredFields } from '../domain/ignored-fields.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { fingerprint } from './fingerprint.js';
import { type PrepareDeps, prepareAnalysis, type SubmissionTarget } from './prepare-analysis.js';
import type { RunResult } from './run-once.js';
import { submitOnce } from './submit-once.js';
import type { VersionCache } from './version-cache.js';

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
  versions: VersionCache;
  db: Knex;
  /** Checks the key and selects the version. Throws UNAUTHORIZED, NOT_FOUND, VERSION_NOT_FOUND and others. */
  resolveSubmission(request: SubmissionRequest): Promise<SubmissionTarget>;
}

/**
 * Stores one analysis. docs/contract.md C9, C10.
 * No transaction is open during the call to funnel-svc or the selfie analysis: everything is written by one statement.
 */
export function createAnalysis(
  deps: CreateAnalysisDeps,
  submission: Submission,
  signal?: AbortSignal,
): Promise<RunResult> {
  const { apiKeyHash, funnelId, createdWithVersionId: versionId, idempotencyKey } = submission;
  return submitOnce<SubmissionTarget>(deps, {
    route: 'POST /api/v1/analyses',
    idempotencyKey,
    resolve: () => deps.resolveSubmission({ apiKeyHash, funnelId, versionId }),
    getOwner: (target) => target,
    isPreview: ({ isPreview }) => isPreview,
    // A draft's version id is deleted when the draft changes. The funnel without the version shows the company.
    findOwner: async ({ code }) =>
      code === 'VERSION_NOT_FOUND' ? deps.resolveSubmission({ apiKeyHash, funnelId }) : undefined,
    getFingerprint: () => toDigest(submission),
    async store(target, claim) {
      const { analysis, response } = await prepare(deps, submission, target, signal);
      if (claim) return (await insertAnalysisAndFinish(deps.db, analysis, claim, response)) ? response : undefined;
      await insertAnalysis(deps.db, analysis);
      return response;
    },
    async storeUnclaimed(target, scope, fingerprint) {
      // Nothing is waited for before the write, so the first request with a key needs no claim.
      if (submission.selfie !== undefined || !deps.versions.isLoaded(target.versionId)) return undefined;
      const { analysis, response } = await prepare(deps, submission, target, signal);
      return (await insertAnalysisWithRecord(deps.db, analysis, scope, fingerprint, response)) ? response : undefined;
    },
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
