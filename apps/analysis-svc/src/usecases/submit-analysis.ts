import type { DeliveryTargetName, FunnelHostName } from '@svc/domain';
import { ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import type { Analysis } from '../db/analyses.js';
import type { ClaimedKey, IdempotentRoute } from '../db/idempotency-keys.js';
import { type FunnelFacts, type NewDelivery, newDeliveryId } from '../db/insert-deliveries.js';
import { storeSubmission } from '../db/store-submission.js';
import type { PayloadDeps } from '../delivery/load-webhook-payload.js';
import type { IgnoredFields } from '../domain/ignored-fields.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { buildPayloadWithDeadline } from './build-payload-with-deadline.js';
import { fingerprint } from './fingerprint.js';
import { type PrepareDeps, prepareAnalysis, type SubmissionTarget } from './prepare-analysis.js';
import { type RunResult, replay, runOnce } from './run-once.js';

export interface HostSubmission {
  host: FunnelHostName;
  /** The version that the visitor answered. */
  versionId: string | undefined;
  idempotencyKey: string | undefined;
  /** The request body without its selfie and ignored fields. */
  body: Record<string, unknown>;
  ignored?: IgnoredFields | undefined;
  selfie: Selfie | undefined;
  /** Scheme, host and port of the funnel's pages. */
  pageOrigin: string;
  /** Whether the response contains the payload. */
  includePayload: boolean;
}

/** The funnel of a host and the delivery targets of its company. */
export interface HostTarget {
  target: SubmissionTarget;
  funnel: Omit<FunnelFacts, 'pageOrigin'>;
  /** Targets that the company has enabled. */
  deliverTo: DeliveryTargetName[];
}

export interface SubmitAnalysisDeps extends PrepareDeps, PayloadDeps {
  knex: Knex;
  /** Selects the version. Throws NOT_FOUND, FUNNEL_PAUSED, FUNNEL_NOT_PUBLISHED or VERSION_NOT_FOUND. */
  resolveHostSubmission(request: { host: FunnelHostName; versionId?: string | undefined }): Promise<HostTarget>;
  /** The funnel of a host, also when it accepts no submissions. Throws NOT_FOUND or FUNNEL_NOT_PUBLISHED. */
  findFunnelOfHost(host: FunnelHostName): Promise<FunnelOfHost>;
  /** Makes the worker check for due deliveries immediately. */
  wakeDeliveries(): void;
}

export interface FunnelOfHost {
  companyId: string;
  funnelId: string;
}

const ROUTE: IdempotentRoute = 'POST /api/analyses';

const PREVIEW = 'The analysis is a preview, made with the draft: it is stored, and nothing is delivered.';

/**
 * Stores one submission to a funnel's host together with its deliveries, in one transaction. docs/contract.md C14; ADR 28.
 * The payload is built before the transaction only if the response contains it. The same bytes are then delivered, and replayed
 * for the same Idempotency-Key.
 */
export async function submitAnalysis(
  deps: SubmitAnalysisDeps,
  submission: HostSubmission,
  signal?: AbortSignal,
): Promise<RunResult> {
  const { host, versionId, idempotencyKey } = submission;
  const resolving = deps.resolveHostSubmission({ host, versionId });
  if (idempotencyKey === undefined) {
    const target = await resolving;
    const response = await submit(deps, submission, target, undefined, signal);
    return { response: response as Buffer, replayed: false };
  }
  const keyHash = sha256(idempotencyKey);
  const resolved = await resolving.catch((error: unknown) => replayForClosedFunnel(deps, submission, keyHash, error));
  if ('replayed' in resolved) return resolved;
  const scope = { companyId: resolved.target.companyId, route: ROUTE, keyHash };
  return runOnce(deps, scope, requestDigest(submission, resolved.target.funnelId), (claim) =>
    submit(deps, submission, resolved, claim, signal),
  );
}

/** @returns the response; undefined when the claim was lost. */
async function submit(
  deps: SubmitAnalysisDeps,
  submission: HostSubmission,
  { target, funnel: facts, deliverTo }: HostTarget,
  claim: ClaimedKey | undefined,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  const { body, selfie, ignored, pageOrigin, includePayload } = submission;
  const prepared = await prepareAnalysis(deps, { body, selfie, ignored, route: 'legacy' }, target, signal);
  // The response and the delivery contain the creation time, so it is determined before the row is written.
  const analysis: Analysis & { createdAt: Date } = { ...prepared.analysis, createdAt: new Date() };
  const funnel = { ...facts, pageOrigin };
  const targets = selectDeliveryTargets(deliverTo, analysis);
  const built = includePayload ? await buildPayloadWithDeadline(deps, analysis, funnel, targets.length > 0) : undefined;
  const warnings = [
    ...prepared.warnings,
    ...(target.isPreview ? [PREVIEW] : []),
    ...(built?.warning === undefined ? [] : [built.warning]),
  ];
  const text = built?.payload ? JSON.stringify(built.payload) : null;
  const response = toResponse(analysis.id, warnings, text);
  const deliveries = targets.map(
    (name): NewDelivery => ({
      id: newDeliveryId(),
      companyId: analysis.companyId,
      analysisId: analysis.id,
      target: name,
      funnel,
      body: text,
    }),
  );
  if (!(await storeSubmission(deps.knex, { analysis, deliveries, response, claim }))) return undefined;
  if (deliveries.length > 0) deps.wakeDeliveries();
  return response;
}

/** Inserts the payload as text, so that response and delivery contain the same bytes. */
function toResponse(id: string, warnings: readonly string[], payload: string | null): Buffer {
  const answer = JSON.stringify({ id, ...(warnings.length > 0 ? { payload_warnings: warnings } : {}) });
  return Buffer.from(payload === null ? answer : `${answer.slice(0, -1)},"webhook_payload":${payload}}`);
}

/** A preview has no deliveries. A CRM needs an e-mail address. */
function selectDeliveryTargets(
  targets: readonly DeliveryTargetName[],
  { isPreview, contact }: Analysis,
): DeliveryTargetName[] {
  if (isPreview) return [];
  return targets.filter((name) => name !== 'crm' || contact.email !== undefined);
}

/**
 * Identifies equal requests with one key: the body and all parameters of the address. The two host names of a funnel count
 * as one.
 */
const requestDigest = (
  { body, selfie, ignored, versionId, includePayload }: HostSubmission,
  funnelId: string,
): Buffer =>
  fingerprint(body, selfie, { funnelId, versionId, includePayload, ignored: ignored?.digest?.toString('hex') });

/**
 * Replays a stored submission although the funnel no longer accepts submissions, because it is paused or the submitted draft
 * version has changed. Rethrows other errors.
 */
async function replayForClosedFunnel(
  deps: SubmitAnalysisDeps,
  submission: HostSubmission,
  keyHash: Buffer,
  error: unknown,
): Promise<RunResult> {
  const isClosed = error instanceof ServiceError && ['VERSION_NOT_FOUND', 'FUNNEL_PAUSED'].includes(error.code);
  if (!isClosed) throw error;
  const found = await deps.findFunnelOfHost(submission.host).catch(() => undefined);
  if (!found) throw error;
  const { companyId, funnelId } = found;
  const stored = await replay(deps.knex, { companyId, route: ROUTE, keyHash }, requestDigest(submission, funnelId));
  if (!stored) throw error;
  return stored;
}
