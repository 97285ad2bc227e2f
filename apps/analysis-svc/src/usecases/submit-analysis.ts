import type { DeliveryTargetName, FunnelHostName } from '@svc/domain';
import type { Knex } from 'knex';
import type { Analysis } from '../db/analyses.js';
import type { ClaimedKey } from '../db/idempotency-keys.js';
import { type FunnelFacts, type NewDelivery, newDeliveryId } from '../db/insert-deliveries.js';
import { storeSubmission } from '../db/store-submission.js';
import type { PayloadDeps } from '../delivery/payload/load-webhook-payload.js';
import { hashRetaker } from '../domain/hash-retaker.js';
import type { IgnoredFields } from '../domain/ignored-fields.js';
import type { Selfie } from '../selfie/check-selfie.js';
import { buildPayloadWithDeadline } from './build-payload-with-deadline.js';
import { fingerprint } from './fingerprint.js';
import { type PrepareDeps, prepareAnalysis, type SubmissionTarget } from './prepare-analysis.js';
import type { RunResult } from './run-once.js';
import { type SubmissionOwner, submitOnce } from './submit-once.js';

export interface HostSubmission {
  host: FunnelHostName;
  /** The version that the visitor answered. */
  versionId: string | undefined;
  /** The test that assigned the version. */
  experimentId?: string | undefined;
  /** The stored visitor, made at random by the browser. */
  visitorId?: string | undefined;
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
  /** The company keeps ids of visitors. */
  keepsVisitors: boolean;
}

export interface SubmitAnalysisDeps extends PrepareDeps, PayloadDeps {
  db: Knex;
  /** Selects the version. Throws NOT_FOUND, FUNNEL_PAUSED, FUNNEL_NOT_PUBLISHED or VERSION_NOT_FOUND. */
  resolveHostSubmission(request: {
    host: FunnelHostName;
    versionId?: string | undefined;
    experimentId?: string | undefined;
  }): Promise<HostTarget>;
  /** The funnel of a host, also when it accepts no submissions. Throws NOT_FOUND or FUNNEL_NOT_PUBLISHED. */
  findFunnelOfHost(host: FunnelHostName): Promise<SubmissionOwner>;
  /** Makes the worker check for due deliveries immediately. */
  wakeDeliveries(): void;
}

const PREVIEW = 'The analysis is a preview, made with the draft: it is stored, and nothing is delivered.';

/**
 * Stores one submission to a funnel's host together with its deliveries, in one transaction. docs/contract.md C14; ADR 28.
 * The payload is built before the transaction only if the response contains it. The same bytes are then delivered, and replayed
 * for the same Idempotency-Key.
 */
export function submitAnalysis(
  deps: SubmitAnalysisDeps,
  submission: HostSubmission,
  signal?: AbortSignal,
): Promise<RunResult> {
  const { host, versionId, experimentId, idempotencyKey } = submission;
  return submitOnce<HostTarget>(deps, {
    route: 'POST /api/analyses',
    idempotencyKey,
    resolve: () => deps.resolveHostSubmission({ host, versionId, experimentId }),
    getOwner: ({ target }) => target,
    isPreview: ({ target }) => target.isPreview,
    // The funnel was paused, or the submitted draft version has changed.
    findOwner: async ({ code }) =>
      code === 'VERSION_NOT_FOUND' || code === 'FUNNEL_PAUSED'
        ? deps.findFunnelOfHost(host).catch(() => undefined)
        : undefined,
    getFingerprint: ({ funnelId }) => requestDigest(submission, funnelId),
    store: (target, claim) => submit(deps, submission, target, claim, signal),
  });
}

/** @returns the response; undefined when the claim was lost. */
async function submit(
  deps: SubmitAnalysisDeps,
  submission: HostSubmission,
  { target, funnel: facts, deliverTo, keepsVisitors }: HostTarget,
  claim: ClaimedKey | undefined,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  const { body, selfie, ignored, pageOrigin, includePayload, visitorId } = submission;
  const prepared = await prepareAnalysis(deps, { body, selfie, ignored, route: 'legacy' }, target, signal);
  // The response and the delivery contain the creation time, so it is determined before the row is written.
  const analysis: Analysis & { createdAt: Date } = {
    ...prepared.analysis,
    ...(visitorId !== undefined && keepsVisitors ? { visitorHash: hashRetaker(target.companyId, visitorId) } : {}),
    createdAt: new Date(),
  };
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
  if (!(await storeSubmission(deps.db, { analysis, deliveries, response, claim }))) return undefined;
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
