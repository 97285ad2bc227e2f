import type { Knex } from 'knex';
import { readBeforeScrape } from '../metrics/process-metrics.js';

/** What is used of Knex's pool, which its types do not declare. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Shows the use of a pool in the metrics of this process. @returns the function that ends that. */
export function measurePool(knex: Knex): () => void {
  const { pool } = knex.client as { pool: Pool };
  return readBeforeScrape((metrics) => {
    metrics.set('db_client_connection_count', pool.numUsed(), { state: 'used' });
    metrics.set('db_client_connection_count', pool.numFree(), { state: 'idle' });
    metrics.set('db_client_connection_pending_requests', pool.numPendingAcquires(), {});
  });
}
