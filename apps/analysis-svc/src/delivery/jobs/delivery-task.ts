import type { DeliveryTargetName, DeliveryTargets } from '@svc/domain';
import {
  addJob,
  forCompany,
  getProcessMetrics,
  type JobTask,
  type Logger,
  type Metrics,
  newContext,
  runInContext,
} from '@svc/kit';
import type { Knex } from 'knex';
import type { FunnelFacts } from '../../db/insert-deliveries.js';
import { type BegunAttempt, beginAttempt, endAttempt } from '../db/begin-attempt.js';
import { type EndpointState, findEndpoint, type KnownEndpoint, recordFailure, recordSuccess } from '../db/endpoints.js';
import { findDueDelivery, type StoredDelivery } from '../db/find-due-delivery.js';
import { killDelivery, postponeDelivery } from '../db/postpone-delivery.js';
import { recordAttempt } from '../db/record-attempt.js';
import { storeBody } from '../db/store-body.js';
import { CALL_TIMEOUT_MS } from '../sending/call-endpoint.js';
import { createEndpoint, type Endpoint } from '../sending/endpoint.js';
import type { Outcome } from '../sending/outcome.js';
import type { Schedule } from '../sending/retry-schedule.js';
import type { SenderDeps } from '../sending/sender-deps.js';
import { deliveryJob, readDeliveryPayload } from './delivery-job.js';
import { enableEndpoint } from './release-task.js';

/** What an attempt needs. */
export interface AttemptDeps extends SenderDeps {
  db: Knex;
  log: Logger;
  metrics: Metrics;
  schedule: Schedule;
  /** The company's current delivery targets. */
  getTargets(companyId: string): Promise<DeliveryTargets>;
  /** Builds the body of a delivery that has none. Undefined: the analysis was erased. Throws while it cannot be built. */
  buildBody(delivery: { companyId: string; analysisId: string; funnel: FunnelFacts }): Promise<string | undefined>;
}

/** Maximum duration of the calls to other services that prepare an attempt, in milliseconds. */
const PREPARE_TIMEOUT_MS = 10_000;
/** Margin after the timeout of the call, during which an attempt still counts as sending. */
const GRACE_MS = 1_000;

type Delivery = StoredDelivery & { analysisId: string };
type Attempt = { begun: BegunAttempt; startedAt: Date; durationMs: number; outcome: Outcome };

/**
 * Attempts one delivery. The row decides what to do and the job only when, so a repeated or early job has no effect.
 * A failure of the endpoint counts as an attempt. A failure on our side (for example an unavailable matcher) postpones the delivery
 * until it is resolved and does not count towards the ten attempts. ADR 29.
 */
export function createDeliveryTask(deps: AttemptDeps): JobTask {
  const { db, schedule } = deps;
  return {
    leaseMs: schedule.leaseMs,
    retryDelayMs: (failures) => schedule.buildDelayMs(failures),
    async run(job, signal) {
      const { deliveryId, failures } = readDeliveryPayload(job.payload);
      const delivery = await findDueDelivery(db, deliveryId);
      if (!isPending(delivery)) return;
      if (delivery.isEarly) {
        await addJob(db, deliveryJob(delivery, delivery.nextAttemptAt as Date, failures));
        return;
      }
      const prepared = await prepare(deps, delivery, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return postpone(deps, delivery, failures + 1, error);
      });
      if (!prepared) return;
      const { endpoint, begun } = prepared;
      const startedAt = deps.clock.now();
      const startedAtMs = performance.now();
      try {
        const outcome = await endpoint.sender.send({ id: delivery.id, body: begun.body }, signal);
        const durationMs = Math.round(performance.now() - startedAtMs);
        await finish(deps, delivery, endpoint, { begun, startedAt, durationMs, outcome });
      } catch (error) {
        await forCompany(db, delivery.companyId, (trx) => endAttempt(trx, delivery.id, begun)).catch(() => {});
        throw error;
      }
    },
  };
}

const NOT_BUILT = 'The products are currently unavailable. The delivery is retried until they are available.';

const isPending = (delivery: StoredDelivery | undefined): delivery is Delivery =>
  delivery?.state === 'PENDING' && delivery.analysisId !== null;

/** Loads the endpoint and the body. Undefined: nothing may be sent now. */
async function prepare(
  deps: AttemptDeps,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<{ endpoint: Endpoint; begun: BegunAttempt } | undefined> {
  const { db, schedule } = deps;
  const context = newContext({ deadline: Date.now() + PREPARE_TIMEOUT_MS, signal });
  const [targets, known] = await Promise.all([
    runInContext(context, () => deps.getTargets(delivery.companyId)),
    forCompany(db, delivery.companyId, (trx) => findEndpoint(trx, delivery)),
  ]);
  const endpoint = createEndpoint(deps, targets, delivery.target);
  if (!endpoint) {
    await forCompany(db, delivery.companyId, (trx) => killDelivery(trx, delivery.id, NO_TARGET[delivery.target]));
    return undefined;
  }
  const state = await resolveEndpointState(deps, delivery, endpoint, known);
  if (state?.disabledAt) {
    await forCompany(db, delivery.companyId, (trx) => postponeDelivery(trx, delivery.id, null));
    return undefined;
  }
  if (state && state.throttledMs > 0) {
    await reschedule(db, delivery, state.throttledMs + schedule.spreadMs());
    return undefined;
  }
  if (!delivery.hasBody) {
    const body = await runInContext(context, () => deps.buildBody(delivery));
    // The analysis was erased in the meantime.
    if (body === undefined) {
      await forCompany(db, delivery.companyId, (trx) => killDelivery(trx, delivery.id, ANALYSIS_ERASED));
      return undefined;
    }
    await forCompany(db, delivery.companyId, (trx) => storeBody(trx, delivery.id, body));
  }
  const withinMs = (deps.timeoutMs ?? CALL_TIMEOUT_MS) + GRACE_MS;
  const begun = await forCompany(db, delivery.companyId, (trx) => beginAttempt(trx, delivery.id, withinMs));
  return begun && { endpoint, begun };
}

const ANALYSIS_ERASED = 'The analysis was erased.';
const NO_TARGET: Record<DeliveryTargetName, string> = {
  webhook: 'The webhook was removed from the company’s blueprint.',
  crm: 'The CRM account was removed from the company’s blueprint.',
};

/** The stored state of the endpoint. A new address or secret makes it a new endpoint: it is enabled and its held deliveries are released. */
async function resolveEndpointState(
  { db }: AttemptDeps,
  delivery: Delivery,
  { fingerprint }: Endpoint,
  known: KnownEndpoint | undefined,
): Promise<EndpointState | undefined> {
  if (!known || known.fingerprint.equals(fingerprint)) return known;
  await enableEndpoint(db, delivery, known.fingerprint);
  return undefined;
}

/** A dependency failed, usually the product lookup: the delivery is retried with increasing pauses. */
async function postpone(deps: AttemptDeps, delivery: Delivery, failures: number, error: unknown): Promise<undefined> {
  const { id, companyId, target } = delivery;
  const delayMs = deps.schedule.buildDelayMs(failures);
  await reschedule(deps.db, delivery, delayMs, { failures, error: NOT_BUILT });
  deps.metrics.count('svc_deliveries_total', { target, outcome: 'POSTPONED' });
  const reason = error instanceof Error ? error.message : String(error);
  deps.log.warn(
    { delivery: id, companyId, target, reason, failures, delayMs },
    'delivery postponed: its payload cannot be built',
  );
}

async function reschedule(
  db: Knex,
  delivery: Delivery,
  delayMs: number,
  why: { failures?: number; error?: string } = {},
): Promise<void> {
  await forCompany(db, delivery.companyId, async (trx) => {
    const at = await postponeDelivery(trx, delivery.id, delayMs, why.error);
    if (at) await addJob(trx, deliveryJob(delivery, at, why.failures));
  });
}

/** Stores the outcome of the attempt and schedules the next one in one transaction. */
async function finish(deps: AttemptDeps, delivery: Delivery, endpoint: Endpoint, attempt: Attempt): Promise<void> {
  const { outcome } = attempt;
  const after = await forCompany(deps.db, delivery.companyId, async (trx) => {
    const isDisabled = await recordEndpointState(deps, trx, delivery, endpoint, outcome);
    const next = nextState(deps.schedule, delivery, outcome, isDisabled);
    const recorded = await recordAttempt(trx, delivery, attempt, next);
    if (recorded?.nextAttemptAt) await addJob(trx, deliveryJob(delivery, recorded.nextAttemptAt));
    return { ...next, isDisabled };
  });
  reportAttempt(deps, delivery, attempt, after);
}

/** @returns whether the endpoint of the attempt is now disabled. */
async function recordEndpointState(
  { schedule }: AttemptDeps,
  trx: Knex.Transaction,
  delivery: Delivery,
  { fingerprint }: Endpoint,
  outcome: Outcome,
): Promise<boolean> {
  if (outcome.kind === 'DELIVERED') await recordSuccess(trx, delivery, fingerprint);
  // A rejection concerns the content of one message and says nothing about the endpoint.
  if (outcome.kind === 'DELIVERED' || outcome.kind === 'REJECTED') return false;
  const state = await recordFailure(trx, delivery, {
    fingerprint,
    isGone: outcome.kind === 'GONE',
    throttleMs: outcome.throttled ? schedule.throttleMs(outcome.retryAfterMs ?? 0) : 0,
    failedForTooLongMs: schedule.failedForTooLongMs,
  });
  return state !== undefined && state.disabledAt !== null;
}

type NextState = Parameters<typeof recordAttempt>[3];

function nextState(schedule: Schedule, delivery: Delivery, outcome: Outcome, isDisabled: boolean): NextState {
  if (outcome.kind === 'DELIVERED') return { state: 'DELIVERED', delayMs: null };
  if (outcome.kind === 'REJECTED') return { state: 'DEAD', delayMs: null };
  const delayMs = schedule.retryDelayMs(delivery.tries + 1, outcome.retryAfterMs);
  if (delayMs === null) return { state: 'DEAD', delayMs: null };
  return { state: 'PENDING', delayMs: isDisabled ? null : delayMs };
}

function reportAttempt(
  { log, metrics }: AttemptDeps,
  delivery: Delivery,
  attempt: Attempt,
  after: NextState & { isDisabled: boolean },
): void {
  const { id, companyId, target } = delivery;
  const { outcome, durationMs, begun } = attempt;
  const result = after.state !== 'PENDING' ? after.state : after.isDisabled ? 'HELD' : 'RETRIED';
  metrics.count('svc_deliveries_total', { target, outcome: result });
  if (begun.number === 1) {
    const delayMs = attempt.startedAt.getTime() + durationMs - delivery.createdAt.getTime();
    getProcessMetrics()?.observe('svc_delivery_first_attempt_delay_seconds', Math.max(0, delayMs) / 1_000, {});
  }
  // The address and the endpoint's response are not logged: they may contain data of the merchant or the shopper.
  const fields = { delivery: id, companyId, target, attempt: begun.number, status: outcome.status, durationMs };
  if (result === 'DELIVERED') log.debug(fields, 'delivered');
  else if (result === 'RETRIED')
    log.info({ ...fields, delayMs: after.delayMs }, 'delivery attempt failed; retry scheduled');
  else if (result === 'HELD') log.warn(fields, 'endpoint disabled; its deliveries are held');
  else log.warn(fields, 'delivery dead-lettered');
}
