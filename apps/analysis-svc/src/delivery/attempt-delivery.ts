import type { DeliveryTargetName, DeliveryTargets } from '@svc/domain';
import { addJob, forCompany, type JobTask, type Logger, type Metrics, newContext, runInContext } from '@svc/kit';
import type { Knex } from 'knex';
import type { FunnelFacts } from '../db/insert-deliveries.js';
import { CALL_TIMEOUT_MS } from './call-endpoint.js';
import { type BegunAttempt, beginAttempt, endAttempt } from './db/begin-attempt.js';
import { type EndpointState, findEndpoint, type KnownEndpoint, noteFailure, noteSuccess } from './db/endpoints.js';
import { findDueDelivery, type StoredDelivery } from './db/find-due-delivery.js';
import { killDelivery, postponeDelivery } from './db/postpone-delivery.js';
import { recordAttempt } from './db/record-attempt.js';
import { storeBody } from './db/store-body.js';
import { deliveryJob } from './delivery-job.js';
import { type Endpoint, endpointOf, type SenderDeps } from './endpoint.js';
import type { Outcome } from './outcome.js';
import { switchOn } from './release-held.js';
import type { Schedule } from './schedule.js';

/** What an attempt needs. */
export interface AttemptDeps extends SenderDeps {
  knex: Knex;
  log: Logger;
  metrics: Metrics;
  schedule: Schedule;
  /** Where the company's submissions go at this moment. */
  getTargets(companyId: string): Promise<DeliveryTargets>;
  /** The body of a delivery that has none yet; undefined: the analysis was erased. Fails while it cannot be built. */
  buildBody(delivery: { companyId: string; analysisId: string; funnel: FunnelFacts }): Promise<string | undefined>;
}

/** Longest wait for what is asked of other services, milliseconds. */
const PREPARE_TIMEOUT_MS = 10_000;
/** After the call: what an attempt may still be on its way. */
const GRACE_MS = 1_000;

type Delivery = StoredDelivery & { analysisId: string };
type Attempt = { begun: BegunAttempt; startedAt: Date; durationMs: number; outcome: Outcome };

/**
 * Attempts one delivery. The row says what is to be done, the job only when: a job that comes twice or too early changes nothing.
 * What the endpoint does is an attempt that counts. What goes wrong on our side (the matcher is down, say) postpones it for as long
 * as it takes, and takes none of the endpoint's ten attempts. ADR 29.
 */
export function attemptDelivery(deps: AttemptDeps): JobTask {
  const { knex, schedule } = deps;
  return {
    leaseMs: schedule.leaseMs,
    retryDelayMs: (failures) => schedule.buildDelayMs(failures),
    async run(job, signal) {
      const delivery = await findDueDelivery(knex, String(job.payload.deliveryId));
      if (!isPending(delivery)) return;
      const failures = Number(job.payload.failures ?? 0);
      if (delivery.isEarly) {
        await addJob(knex, deliveryJob(delivery, delivery.nextAttemptAt as Date, failures));
        return;
      }
      const prepared = await prepare(deps, delivery, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return postpone(deps, delivery, failures + 1, error);
      });
      if (!prepared) return;
      const { endpoint, begun } = prepared;
      const startedAt = deps.clock.now();
      const began = performance.now();
      try {
        const outcome = await endpoint.sender.send({ id: delivery.id, body: begun.body }, signal);
        const durationMs = Math.round(performance.now() - began);
        await finish(deps, delivery, endpoint, { begun, startedAt, durationMs, outcome });
      } catch (error) {
        await forCompany(knex, delivery.companyId, (db) => endAttempt(db, delivery.id, begun.number)).catch(() => {});
        throw error;
      }
    },
  };
}

const NOT_BUILT = 'The products cannot be read at this moment; the delivery waits for them.';

const isPending = (delivery: StoredDelivery | undefined): delivery is Delivery =>
  delivery?.state === 'PENDING' && delivery.analysisId !== null;

/** Endpoint and body; undefined: there is nothing to be sent now. */
async function prepare(
  deps: AttemptDeps,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<{ endpoint: Endpoint; begun: BegunAttempt } | undefined> {
  const { knex, schedule } = deps;
  const context = newContext({ deadline: Date.now() + PREPARE_TIMEOUT_MS, signal });
  const [targets, known] = await Promise.all([
    runInContext(context, () => deps.getTargets(delivery.companyId)),
    forCompany(knex, delivery.companyId, (db) => findEndpoint(db, delivery)),
  ]);
  const endpoint = endpointOf(deps, targets, delivery.target);
  if (!endpoint) {
    await forCompany(knex, delivery.companyId, (db) => killDelivery(db, delivery.id, NO_TARGET[delivery.target]));
    return undefined;
  }
  const state = await stateOf(deps, delivery, endpoint, known);
  if (state?.disabledAt) {
    await forCompany(knex, delivery.companyId, (db) => postponeDelivery(db, delivery.id, null));
    return undefined;
  }
  if (state && state.throttledMs > 0) {
    await lookAgain(knex, delivery, state.throttledMs + schedule.spreadMs());
    return undefined;
  }
  if (!delivery.hasBody) {
    const body = await runInContext(context, () => deps.buildBody(delivery));
    // Erased meanwhile: the row says so, too.
    if (body === undefined) {
      await forCompany(knex, delivery.companyId, (db) => killDelivery(db, delivery.id, ANALYSIS_GONE));
      return undefined;
    }
    await forCompany(knex, delivery.companyId, (db) => storeBody(db, delivery.id, body));
  }
  const withinMs = (deps.timeoutMs ?? CALL_TIMEOUT_MS) + GRACE_MS;
  const begun = await forCompany(knex, delivery.companyId, (db) => beginAttempt(db, delivery.id, withinMs));
  return begun && { endpoint, begun };
}

const ANALYSIS_GONE = 'The analysis is not there any more.';
const NO_TARGET: Record<DeliveryTargetName, string> = {
  webhook: 'The company has no webhook any more.',
  crm: 'The company has no CRM any more.',
};

/** How the endpoint is. With another address or secret than before it is another one: it is on, and what waited goes out. */
async function stateOf(
  { knex }: AttemptDeps,
  delivery: Delivery,
  { fingerprint }: Endpoint,
  known: KnownEndpoint | undefined,
): Promise<EndpointState | undefined> {
  if (!known || known.fingerprint.equals(fingerprint)) return known;
  await switchOn(knex, delivery, known.fingerprint);
  return undefined;
}

/** Something on our side is missing, the products most likely: it is looked at again, at longer and longer intervals. */
async function postpone(deps: AttemptDeps, delivery: Delivery, failures: number, error: unknown): Promise<undefined> {
  const { id, companyId, target } = delivery;
  const delayMs = deps.schedule.buildDelayMs(failures);
  await lookAgain(deps.knex, delivery, delayMs, { failures, error: NOT_BUILT });
  deps.metrics.count('svc_deliveries_total', { target, outcome: 'POSTPONED' });
  const reason = error instanceof Error ? error.message : String(error);
  deps.log.warn({ delivery: id, companyId, target, reason, failures, delayMs }, 'a delivery cannot be made yet');
}

async function lookAgain(
  knex: Knex,
  delivery: Delivery,
  delayMs: number,
  why: { failures?: number; error?: string } = {},
): Promise<void> {
  await forCompany(knex, delivery.companyId, async (transaction) => {
    const at = await postponeDelivery(transaction, delivery.id, delayMs, why.error);
    if (at) await addJob(transaction, deliveryJob(delivery, at, why.failures));
  });
}

/** Notes what came of it, and what comes next, at once. */
async function finish(deps: AttemptDeps, delivery: Delivery, endpoint: Endpoint, attempt: Attempt): Promise<void> {
  const { outcome } = attempt;
  const after = await forCompany(deps.knex, delivery.companyId, async (transaction) => {
    const isOff = await noteEndpoint(deps, transaction, delivery, endpoint, outcome);
    const next = nextOf(deps.schedule, delivery, outcome, isOff);
    const recorded = await recordAttempt(
      transaction,
      delivery,
      { number: attempt.begun.number, startedAt: attempt.startedAt, durationMs: attempt.durationMs, outcome },
      next,
    );
    if (recorded?.nextAttemptAt) await addJob(transaction, deliveryJob(delivery, recorded.nextAttemptAt));
    return { ...next, isOff };
  });
  tell(deps, delivery, attempt, after);
}

/** @returns whether the endpoint is switched off now. */
async function noteEndpoint(
  { schedule }: AttemptDeps,
  transaction: Knex.Transaction,
  delivery: Delivery,
  { fingerprint }: Endpoint,
  outcome: Outcome,
): Promise<boolean> {
  if (outcome.kind === 'DELIVERED') await noteSuccess(transaction, delivery, fingerprint);
  // One that is rejected for what it says tells nothing about the endpoint.
  if (outcome.kind === 'DELIVERED' || outcome.kind === 'REJECTED') return false;
  const state = await noteFailure(transaction, delivery, {
    fingerprint,
    isGone: outcome.kind === 'GONE',
    throttleMs: outcome.throttled ? schedule.throttleMs(outcome.retryAfterMs ?? 0) : 0,
    failedForTooLongMs: schedule.failedForTooLongMs,
  });
  return state.disabledAt !== null;
}

type After = Parameters<typeof recordAttempt>[3];

function nextOf(schedule: Schedule, delivery: Delivery, outcome: Outcome, isOff: boolean): After {
  if (outcome.kind === 'DELIVERED') return { state: 'DELIVERED', delayMs: null };
  if (outcome.kind === 'REJECTED') return { state: 'DEAD', delayMs: null };
  const delayMs = schedule.retryDelayMs(delivery.tries + 1, outcome.retryAfterMs);
  if (delayMs === null) return { state: 'DEAD', delayMs: null };
  return { state: 'PENDING', delayMs: isOff ? null : delayMs };
}

function tell(
  { log, metrics }: AttemptDeps,
  delivery: Delivery,
  attempt: Attempt,
  after: After & { isOff: boolean },
): void {
  const { id, companyId, target } = delivery;
  const { outcome, durationMs, begun } = attempt;
  const became = after.state !== 'PENDING' ? after.state : after.isOff ? 'HELD' : 'RETRIED';
  metrics.count('svc_deliveries_total', { target, outcome: became });
  // No address and no message of the endpoint: they may hold what belongs to the merchant or the shopper.
  const fields = { delivery: id, companyId, target, attempt: begun.number, status: outcome.status, durationMs };
  if (became === 'DELIVERED') log.debug(fields, 'delivered');
  else if (became === 'RETRIED')
    log.info({ ...fields, delayMs: after.delayMs }, 'a delivery failed; it is tried again');
  else if (became === 'HELD') log.warn(fields, 'an endpoint is switched off; its deliveries wait');
  else log.warn(fields, 'a delivery is given up');
}
