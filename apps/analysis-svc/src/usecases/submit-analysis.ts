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
import { fingerprint } from './fingerprint.js';
import { payloadInTime } from './payload-in-time.js';
import { type PrepareDeps, prepareAnalysis, type SubmissionTarget } from './prepare-analysis.js';
import { type RunResult, replay, runOnce } from './run-once.js';

export interface HostSubmission {
  host: FunnelHostName;
  /** The version whose questions were answered. */
  versionId: string | undefined;
  idempotencyKey: string | undefined;
  /** The request body without its selfie and ignored fields. */
  body: Record<string, unknown>;
  ignored?: IgnoredFields | undefined;
  selfie: Selfie | undefined;
  /** Scheme, host and port of the funnel's pages. */
  pageOrigin: string;
  /** The answer carries the payload. */
  includePayload: boolean;
}

/** Where a submission to a host goes, and to whom it is delivered. */
export interface HostTarget {
  target: SubmissionTarget;
  funnel: Omit<FunnelFacts, 'pageOrigin'>;
  /** Targets that the company has switched on. */
  deliverTo: DeliveryTargetName[];
}

export interface SubmitAnalysisDeps extends PrepareDeps, PayloadDeps {
  knex: Knex;
  /** Decides the version. Fails with NOT_FOUND, FUNNEL_PAUSED, FUNNEL_NOT_PUBLISHED or VERSION_NOT_FOUND. */
  resolveHostSubmission(request: { host: FunnelHostName; versionId?: string | undefined }): Promise<HostTarget>;
  /** Whose host it is, whatever may be submitted there. Fails with NOT_FOUND or FUNNEL_NOT_PUBLISHED. */
  findFunnelOfHost(host: FunnelHostName): Promise<FunnelOfHost>;
  /** Looks for due deliveries now. */
  wakeDeliveries(): void;
}

export interface FunnelOfHost {
  companyId: string;
  funnelId: string;
}

const ROUTE: IdempotentRoute = 'POST /api/analyses';

const PREVIEW = 'The analysis is a preview, made with the draft: it is stored, and nothing is delivered.';

/**
 * Stores one submission to a funnel's host and, in the same transaction, what is to be delivered. docs/contract.md C14;
 * ADR 28. The payload is built before that only where the answer carries it; then the same bytes are delivered, and
 * replayed with the key.
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
  const resolved = await resolving.catch((error: unknown) => replayOfClosedFunnel(deps, submission, keyHash, error));
  if ('replayed' in resolved) return resolved;
  const scope = { companyId: resolved.target.companyId, route: ROUTE, keyHash };
  return runOnce(deps, scope, digest(submission, resolved.target.funnelId), (claim) =>
    submit(deps, submission, resolved, claim, signal),
  );
}

/** @returns the answer; undefined when the claim was lost. */
async function submit(
  deps: SubmitAnalysisDeps,
  submission: HostSubmission,
  { target, funnel: facts, deliverTo }: HostTarget,
  claim: ClaimedKey | undefined,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  const { body, selfie, ignored, pageOrigin, includePayload } = submission;
  const prepared = await prepareAnalysis(deps, { body, selfie, ignored, route: 'legacy' }, target, signal);
  // What is answered is what is delivered, so the time is told before the row is written.
  const analysis: Analysis & { createdAt: Date } = { ...prepared.analysis, createdAt: new Date() };
  const funnel = { ...facts, pageOrigin };
  const targets = owedTo(deliverTo, analysis);
  const built = includePayload ? await payloadInTime(deps, analysis, funnel, targets.length > 0) : undefined;
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

/** The payload stands in it as the text that is delivered, so that both are the same bytes. */
function toResponse(id: string, warnings: readonly string[], payload: string | null): Buffer {
  const answer = JSON.stringify({ id, ...(warnings.length > 0 ? { payload_warnings: warnings } : {}) });
  return Buffer.from(payload === null ? answer : `${answer.slice(0, -1)},"webhook_payload":${payload}}`);
}

/** A preview is owed to nobody; a CRM knows people by their address. */
function owedTo(targets: readonly DeliveryTargetName[], { isPreview, contact }: Analysis): DeliveryTargetName[] {
  if (isPreview) return [];
  return targets.filter((name) => name !== 'crm' || contact.email !== undefined);
}

/**
 * What makes two requests with one key the same: besides the body whatever the address says. The two names of a funnel's host
 * are one.
 */
const digest = ({ body, selfie, ignored, versionId, includePayload }: HostSubmission, funnelId: string): Buffer =>
  fingerprint(body, selfie, { funnelId, versionId, includePayload, ignored: ignored?.digest?.toString('hex') });

/**
 * A retry of what was stored replays, also where nothing may be submitted any more: the funnel is paused since, or the draft
 * that was named has changed. Anything else fails as it did.
 */
async function replayOfClosedFunnel(
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
  const stored = await replay(deps.knex, { companyId, route: ROUTE, keyHash }, digest(submission, funnelId));
  if (!stored) throw error;
  return stored;
}
