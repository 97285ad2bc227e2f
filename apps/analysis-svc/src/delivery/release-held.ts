import type { DeliveryTargetName } from '@svc/domain';
import { addJob, type Db, forCompany, type JobTask } from '@svc/kit';
import type { Knex } from 'knex';
import { type EndpointKey, resetEndpoint } from './db/endpoints.js';
import { releaseSome } from './db/release-some.js';
import { deliveryJob } from './delivery-job.js';

/** The task that makes deliveries due which waited for their endpoint. */
export const RELEASE_TASK = 'release-deliveries';

const RELEASE_BATCH = 200;
const RETRY_MS = 5_000;

/**
 * Switches an endpoint on: what was is forgotten, and what waited goes out.
 * @param fingerprint - only if it is still this one that is known.
 */
export async function switchOn(knex: Knex, key: EndpointKey, fingerprint?: Buffer): Promise<void> {
  await forCompany(knex, key.companyId, async (transaction) => {
    if (await resetEndpoint(transaction, key, fingerprint)) await addReleaseJob(transaction, key);
  });
}

/** Makes due, soon, what waits for an endpoint. */
export const addReleaseJob = (db: Db, { companyId, target }: EndpointKey): Promise<void> =>
  addJob(db, { task: RELEASE_TASK, key: `${companyId}:${target}`, payload: { companyId, target } });

/** Makes deliveries due that waited, oldest first, batch by batch: where it is interrupted, it goes on. */
export function releaseHeld({ knex }: { knex: Knex }): JobTask {
  return {
    retryDelayMs: () => RETRY_MS,
    async run({ payload }, signal) {
      const key = { companyId: String(payload.companyId), target: payload.target as DeliveryTargetName };
      let released: number;
      do {
        signal.throwIfAborted();
        released = await forCompany(knex, key.companyId, async (transaction) => {
          const ids = await releaseSome(transaction, key, RELEASE_BATCH);
          for (const id of ids) await addJob(transaction, deliveryJob({ ...key, id }));
          return ids.length;
        });
      } while (released === RELEASE_BATCH);
    },
  };
}
