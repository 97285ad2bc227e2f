import type { DeliveryTargetName } from '@svc/domain';
import { addJob, type Db, type NewJob } from '@svc/kit';

/** The task that attempts one delivery. */
export const DELIVER_TASK = 'deliver';

/** Maximum of concurrent attempts per endpoint over all replicas, so that a slow endpoint only delays itself. docs/contract.md C15. */
const ENDPOINT_WIDTH = 2;

/** The fields of a delivery that its job needs. */
export interface DueDelivery {
  /** The `webhook-id`. */
  id: string;
  companyId: string;
  target: DeliveryTargetName;
}

/**
 * The job of a delivery. Add it in the transaction that makes the delivery due; an existing job is rescheduled.
 * @param runAt - default: now.
 * @param failures - number of consecutive failures on our side before the attempt started.
 */
export function deliveryJob({ id, companyId, target }: DueDelivery, runAt?: Date, failures = 0): NewJob {
  return {
    task: DELIVER_TASK,
    key: id,
    payload: { deliveryId: id, ...(failures > 0 ? { failures } : {}) },
    lane: { name: `${companyId}:${target}`, width: ENDPOINT_WIDTH },
    ...(runAt ? { runAt } : {}),
  };
}

/** What `deliveryJob` wrote, in this release or in the one before. */
export const readDeliveryPayload = (payload: Record<string, unknown>): { deliveryId: string; failures: number } => ({
  deliveryId: String(payload.deliveryId),
  failures: Number(payload.failures ?? 0),
});

/** Adds the job of a due delivery. Call `wake` of the jobs after the transaction. */
export const addDeliveryJob = (db: Db, delivery: DueDelivery, runAt?: Date): Promise<void> =>
  addJob(db, deliveryJob(delivery, runAt));
