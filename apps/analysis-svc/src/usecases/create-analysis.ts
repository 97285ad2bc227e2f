import { type AnalysisSettings, effectiveAnswers, type FunnelVersion, readAnswers } from '@svc/domain';
import { json, type Logger, randomId, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { analyseColor } from '../colour/color-analysis.js';
import { type Analysis, insertAnalysis, insertAnalysisAndFinish } from '../db/analyses.js';
import type { IdempotentRoute, KeyScope } from '../db/idempotency-keys.js';
import type { Selfie } from '../selfie/check-selfie.js';
import type { SelfieAnalyser } from '../selfie/selfie-analyser.js';
import { fingerprint } from './fingerprint.js';
import { type RunResult, replay, runOnce } from './run-once.js';
import type { VersionCache } from './version-cache.js';

export interface Submission {
  apiKeyHash: Buffer;
  funnelId: string;
  createdWithVersionId: string | undefined;
  idempotencyKey: string | undefined;
  /** The request body without its selfie. */
  body: Record<string, unknown>;
  selfie: Selfie | undefined;
}

/** Where a submission goes. */
export interface SubmissionTarget {
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** The request named a superseded published version. */
  superseded: boolean;
  /** The company's. */
  settings: AnalysisSettings;
}

export interface SubmissionRequest {
  apiKeyHash: Buffer;
  funnelId: string;
  /** Absent: the current version. */
  versionId?: string | undefined;
}

export interface CreateAnalysisDeps {
  knex: Knex;
  /** Checks the key and decides the version. Fails with UNAUTHORIZED, NOT_FOUND, VERSION_NOT_FOUND and the like. */
  resolveSubmission(request: SubmissionRequest): Promise<SubmissionTarget>;
  versions: VersionCache;
  selfies: SelfieAnalyser;
  log: Logger;
}

const ROUTE: IdempotentRoute = 'POST /api/v1/analyses';
const UPDATE_INTEGRATION =
  'createdWithVersionId is a superseded version: the answers were migrated to the current published version. ' +
  'Please update your integration to read the funnel again and send its version id.';

/**
 * Stores one analysis. Spec, "POST {base_url}/api/v1/analyses"; contract, "POST analyses" and "Idempotency".
 * No transaction is open while the funnel is asked or the picture is checked: what is written is one statement.
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
  const target = await resolving.catch((error) => replayOfVanishedVersion(deps, submission, keyHash, error));
  if ('replayed' in target) return target;
  const digest = fingerprint(submission.body, submission.selfie);
  const scope = { companyId: target.companyId, route: ROUTE, keyHash };
  return runOnce(deps, scope, digest, async (claim) => {
    const { analysis, response } = await prepare(deps, submission, target, signal);
    return (await insertAnalysisAndFinish(deps.knex, analysis, claim, response)) ? response : undefined;
  });
}

/**
 * A draft's version id is gone as soon as the draft changes, but a retry of what was stored with it replays all the
 * same: the funnel is resolved without the version, to learn the company. Anything else fails as it did.
 */
async function replayOfVanishedVersion(
  deps: CreateAnalysisDeps,
  { apiKeyHash, funnelId, body, selfie }: Submission,
  keyHash: KeyScope['keyHash'],
  error: unknown,
): Promise<RunResult> {
  if (!(error instanceof ServiceError) || error.code !== 'VERSION_NOT_FOUND') throw error;
  const { companyId } = await deps.resolveSubmission({ apiKeyHash, funnelId });
  const stored = await replay(deps.knex, { companyId, route: ROUTE, keyHash }, fingerprint(body, selfie));
  if (!stored) throw error;
  return stored;
}

/** Everything up to storing: checks the selfie, reads the answers, computes the colour type. */
async function prepare(
  deps: CreateAnalysisDeps,
  { body, selfie }: Submission,
  target: SubmissionTarget,
  signal: AbortSignal | undefined,
): Promise<{ analysis: Analysis; response: Buffer }> {
  if (selfie) await deps.selfies.check(selfie, signal);
  const version = await deps.versions.get(target.versionId);
  const { warnings, ...stored } = readSubmission(body, selfie, version);
  const id = randomId();
  const { companyId, funnelId, versionId, isPreview } = target;
  const payloadWarnings = target.superseded ? [UPDATE_INTEGRATION, ...warnings] : warnings;
  return {
    analysis: { id, companyId, funnelId, versionId, isPreview, ...stored },
    response: json.encode({
      id,
      funnelVersionId: versionId,
      isPreview,
      ...(payloadWarnings.length > 0 ? { payload_warnings: payloadWarnings } : {}),
    }),
  };
}

function readSubmission(body: Record<string, unknown>, selfie: Selfie | undefined, { steps }: FunnelVersion) {
  // The reader needs to know that there is a picture, not what is in it.
  const { answers, contact, tracking, warnings } = readAnswers(selfie ? { ...body, selfie: 'sent' } : body, steps);
  const others = { hasSelfie: selfie !== undefined, hasContact: Object.keys(contact).length > 0 };
  const color = analyseColor(effectiveAnswers(answers, steps, others));
  return { answers, contact, tracking, color, selfieSent: others.hasSelfie, warnings };
}
