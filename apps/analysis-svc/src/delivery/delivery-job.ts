import type { DeliveryTargetName } from '@svc/domain';
import { addJob, type Db, type NewJob } from '@svc/kit';

/** The task that attempts one delivery. */
export const DELIVER_TASK = 'deliver';

/** Attempts at one endpoint at a time, over all replicas: one that hangs delays itself only. docs/contract.md C15. */
export const ENDPOINT_WIDTH = 2;

/** What a job needs to know of a delivery. */
export interface DueDelivery {
  /** The `webhook-id`. */
  id: string;
  companyId: string;
  target: DeliveryTargetName;
}

/**
 * The job of a delivery; added in the transaction that makes the delivery due. One that waits already is moved.
 * @param runAt - default: now.
 * @param failures - how often in a row it could not be begun for a reason on our side.
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

/** Makes a delivery due. Call `wake` of the jobs after the transaction. */
export const addDeliveryJob = (db: Db, delivery: DueDelivery, runAt?: Date): Promise<void> =>
  addJob(db, deliveryJob(delivery, runAt));
