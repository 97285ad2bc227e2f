import { getRetryMs } from '@svc/components';
import { MAX_WAIT_MS, MAX_WAITS, toSeconds } from '../shared/asked-wait.js';
import { toRecord } from './quiz-answers.js';

/** Why answers could not be submitted, as the page shows it. */
export type SubmitFailure =
  | 'offline'
  /** No answer, or one of a service in trouble. */
  | 'failed'
  | 'timeout'
  | 'busy'
  | 'paused'
  /** The version that was answered is no longer known. */
  | 'changed'
  | 'gone'
  | 'refused'
  /** The picture is not accepted. */
  | 'selfie';

export type SubmitOutcome =
  | { kind: 'created'; analysisId: string; warnings: string[] }
  /** `waitS`: seconds that the service asked to wait, where that is longer than the page waits by itself. */
  | { kind: 'failed'; reason: SubmitFailure; requestId: string | null; waitS?: number };

export interface SubmitDeps {
  fetch: typeof fetch;
  sleep(ms: number): Promise<void>;
  /** The service asked to wait so long before the next attempt; 0: the wait is over. */
  onWait(ms: number): void;
  isOnline(): boolean;
  /** Makes a new Idempotency-Key for the same answers: the last one was taken by other ones. */
  renewKey(): string;
}

export interface SubmitRequest {
  versionId: string;
  /** The test that assigned the version. */
  experimentId?: string | undefined;
  /** The stored visitor; undefined: none is kept. */
  visitorId?: string | undefined;
  /** JSON. */
  body: string;
  hasSelfie: boolean;
  idempotencyKey: string;
}

/** One automatic retry; the key makes it safe. */
const QUIET_RETRIES = 1;
const QUIET_RETRY_MS = 1_000;
const MAX_POLL_MS = 5_000;
/** How often an answer is asked for that another request is still making. */
const MAX_POLLS = 8;
const BASE_TIMEOUT_MS = 20_000;
/** What a poor mobile connection still carries. */
const SLOW_BYTES_PER_S = 16_000;

/**
 * Submits answers. The same key goes with every attempt at the same answers, so that they are stored once, whatever got lost
 * on the way. docs/contract.md C10.
 */
export async function submit(request: SubmitRequest, deps: SubmitDeps): Promise<SubmitOutcome> {
  let key = request.idempotencyKey;
  let retries = QUIET_RETRIES;
  let waits = MAX_WAITS;
  let renewals = 1;
  for (let poll = 0; ; ) {
    const answer = await post(request, key, deps);
    if ('outcome' in answer) return answer.outcome;
    if (answer.again === 'poll') {
      poll += 1;
      if (poll > MAX_POLLS) return failed('timeout', answer.requestId);
    } else if (answer.again === 'new-key') {
      if (renewals === 0) return failed('refused', answer.requestId);
      renewals -= 1;
      key = deps.renewKey();
      continue;
    } else if (answer.again === 'as-asked') {
      const { reason, requestId, waitMs } = answer;
      if (waits === 0 || waitMs > MAX_WAIT_MS) return { ...failed(reason, requestId), waitS: toSeconds(waitMs) };
      waits -= 1;
      deps.onWait(waitMs);
      await deps.sleep(waitMs);
      deps.onWait(0);
      continue;
    } else {
      if (retries === 0) return failed(answer.reason, answer.requestId);
      retries -= 1;
    }
    await deps.sleep(answer.waitMs);
  }
}

const timeoutMsFor = (body: string): number => BASE_TIMEOUT_MS + Math.ceil((body.length / SLOW_BYTES_PER_S) * 1_000);

const toAddress = ({ versionId, experimentId: experiment, visitorId }: SubmitRequest): string =>
  Object.entries({ experiment, visitorId }).reduce(
    (address, [name, value]) => (value === undefined ? address : `${address}&${name}=${encodeURIComponent(value)}`),
    `/api/analyses?versionId=${encodeURIComponent(versionId)}`,
  );

type Answer =
  | { outcome: SubmitOutcome }
  | { again: 'poll'; waitMs: number; requestId: string | null }
  | { again: 'new-key'; requestId: string | null }
  /** The service said when. */
  | { again: 'as-asked'; waitMs: number; reason: SubmitFailure; requestId: string | null }
  | { again: 'retry'; waitMs: number; reason: SubmitFailure; requestId: string | null };

async function post(request: SubmitRequest, key: string, deps: SubmitDeps): Promise<Answer> {
  let response: Response;
  let body: Record<string, unknown>;
  try {
    response = await deps.fetch(toAddress(request), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: request.body,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMsFor(request.body)),
    });
    body = toRecord(await response.json().catch(() => undefined));
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return { outcome: failed('timeout', null) };
    if (!deps.isOnline()) return { outcome: failed('offline', null) };
    return { again: 'retry', waitMs: QUIET_RETRY_MS, reason: 'failed', requestId: null };
  }
  return response.ok ? readCreated(body) : readFailure(response, body, request);
}

function readCreated(body: Record<string, unknown>): Answer {
  if (typeof body.id !== 'string') return { outcome: failed('failed', null) };
  const warnings = Array.isArray(body.payload_warnings) ? body.payload_warnings.filter(isText) : [];
  return { outcome: { kind: 'created', analysisId: body.id, warnings } };
}

function readFailure(response: Response, body: Record<string, unknown>, request: SubmitRequest): Answer {
  const requestId = isText(body.requestId) ? body.requestId : null;
  const toOutcome = (reason: SubmitFailure): Answer => ({ outcome: failed(reason, requestId) });
  const waitMs = getRetryMs(response);
  switch (body.error) {
    case 'REQUEST_IN_PROGRESS':
      return { again: 'poll', waitMs: Math.min(waitMs || QUIET_RETRY_MS, MAX_POLL_MS), requestId };
    case 'IDEMPOTENCY_CONFLICT':
      return { again: 'new-key', requestId };
    case 'FUNNEL_PAUSED':
      return toOutcome('paused');
    case 'VERSION_NOT_FOUND':
      return toOutcome('changed');
    case 'FUNNEL_NOT_PUBLISHED':
    case 'NOT_FOUND':
      return toOutcome('gone');
    case 'INVALID_SELFIE':
      return toOutcome('selfie');
    case 'REQUEST_TOO_LARGE':
      return toOutcome(request.hasSelfie ? 'selfie' : 'refused');
    default:
  }
  const reason = response.status === 429 ? 'busy' : 'failed';
  if (reason === 'failed' && response.status < 500) return toOutcome('refused');
  if (waitMs > 0) return { again: 'as-asked', waitMs, reason, requestId };
  return reason === 'busy' ? toOutcome(reason) : { again: 'retry', waitMs: QUIET_RETRY_MS, reason, requestId };
}

const failed = (reason: SubmitFailure, requestId: string | null): SubmitOutcome & { kind: 'failed' } => ({
  kind: 'failed',
  reason,
  requestId,
});

const isText = (value: unknown): value is string => typeof value === 'string';
