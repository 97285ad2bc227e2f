import { SCHEMAS } from './schema-names.js';
import { type Connections, checkStopped, inTransaction } from './schemas.js';
import { deleteCursors, stampSchema } from './stamps.js';

/**
 * After a restore that does not keep the ids of transactions (dump and restore, logical replication): stamps all rows again, and makes
 * all followers begin from the start. Idempotent. docs/operations.md "After a restore".
 */
export async function restamp(connections: Connections): Promise<{ rows: number; followers: number }> {
  await checkStopped(connections);
  let rows = 0;
  for (const schema of SCHEMAS) {
    rows += await inTransaction(connections[schema], () => stampSchema(connections[schema]));
  }
  return { rows, followers: await deleteCursors(connections) };
}
