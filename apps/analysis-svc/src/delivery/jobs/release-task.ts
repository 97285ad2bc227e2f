import type { DeliveryTargetName } from '@svc/domain';
import { addJob, addJobs, type Db, forCompany, type JobTask, type NewJob } from '@svc/kit';
import type { Knex } from 'knex';
import { type EndpointKey, resetEndpoint } from '../db/endpoints.js';
import { releaseBatch } from '../db/release-batch.js';
import { deliveryJob } from './delivery-job.js';

/** The task that releases the held deliveries of an endpoint. */
export const RELEASE_TASK = 'release-deliveries';

const RELEASE_BATCH = 200;
const RETRY_MS = 5_000;

/**
 * Enables an endpoint: deletes its failure state and releases its held deliveries.
 * @param fingerprint - only if the stored state belongs to this endpoint.
 */
export async function enableEndpoint(db: Knex, key: EndpointKey, fingerprint?: Buffer): Promise<void> {
  await forCompany(db, key.companyId, async (trx) => {
    if (await resetEndpoint(trx, key, fingerprint)) await addReleaseJob(trx, key);
  });
}

/** The job that releases the held deliveries of an endpoint. */
export const releaseJob = ({ companyId, target }: EndpointKey): NewJob => ({
  task: RELEASE_TASK,
  key: `${companyId}:${target}`,
  payload: { companyId, target },
});

/** What `releaseJob` wrote, in this release or in the one before. */
export const readReleasePayload = (payload: Record<string, unknown>): EndpointKey => ({
  companyId: String(payload.companyId),
  target: payload.target as DeliveryTargetName,
});

export const addReleaseJob = (db: Db, key: EndpointKey): Promise<void> => addJob(db, releaseJob(key));

/** Releases held deliveries in batches, oldest first. An interrupted job is repeated and continues where it stopped. */
export function createReleaseTask({ db }: { db: Knex }): JobTask {
  return {
    retryDelayMs: () => RETRY_MS,
    async run({ payload }, signal) {
      const key = readReleasePayload(payload);
      let released: number;
      do {
        signal.throwIfAborted();
        released = await forCompany(db, key.companyId, async (trx) => {
          const ids = await releaseBatch(trx, key, RELEASE_BATCH);
          await addJobs(
            trx,
            ids.map((id) => deliveryJob({ ...key, id })),
          );
          return ids.length;
        });
      } while (released === RELEASE_BATCH);
    },
  };
}
