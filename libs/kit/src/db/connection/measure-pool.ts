import type { Knex } from 'knex';
import { getProcessMetrics, readBeforeScrape } from '../../metrics/process-metrics.js';

/** What is used of Knex's pool, which its types do not declare. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (eventId: number) => void): void;
}

/** Shows the use of a pool in the metrics of this process. @returns the function that ends that. */
export function measurePool(knex: Knex): () => void {
  const { pool } = knex.client as { pool: Pool };
  measureWaits(pool);
  return readBeforeScrape((metrics) => {
    metrics.set('db_client_connection_count', pool.numUsed(), { state: 'used' });
    metrics.set('db_client_connection_count', pool.numFree(), { state: 'idle' });
    metrics.set('db_client_connection_pending_requests', pool.numPendingAcquires(), {});
  });
}

function measureWaits(pool: Pool): void {
  const askedAt = new Map<number, number>();
  pool.on('acquireRequest', (id) => {
    if (getProcessMetrics()) askedAt.set(id, performance.now());
  });
  pool.on('acquireSuccess', (id) => {
    const asked = askedAt.get(id);
    if (asked === undefined) return;
    askedAt.delete(id);
    getProcessMetrics()?.observe('db_client_connection_wait_time_seconds', (performance.now() - asked) / 1_000, {});
  });
  pool.on('acquireFail', (id) => void askedAt.delete(id));
}
