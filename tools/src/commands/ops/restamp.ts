import type { ChangeOrder } from '@svc/kit';
import { SCHEMAS } from './schema-names.js';
import { type Connections, checkStopped, inTransaction } from './schemas.js';
import { changeOrder, deleteCursors, listStampedTables, stampSchema } from './stamps.js';

/**
 * After a restore that does not keep the ids of transactions (dump and restore, logical replication): stamps all rows again, and makes
 * all followers begin from the start. Idempotent. docs/operations.md "After a restore".
 * @param order - changes are listed in this order from now on; absent: in the same one.
 */
export async function restamp(
  connections: Connections,
  order?: ChangeOrder,
): Promise<{ rows: number; followers: number }> {
  await checkStopped(connections);
  let rows = 0;
  for (const schema of SCHEMAS) {
    const client = connections[schema];
    rows += await inTransaction(client, async () => {
      if (order !== undefined && (await listStampedTables(client)).length > 0) await changeOrder(client, order);
      return stampSchema(client);
    });
  }
  return { rows, followers: await deleteCursors(connections) };
}
