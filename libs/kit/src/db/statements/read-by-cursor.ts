import type { Knex } from 'knex';

/**
 * Rows of a statement page by page, so that however many there are, few are in memory. Within one transaction, one cursor of a name is open
 * at a time.
 * @param name - of the cursor, as the statistics of PostgreSQL show it.
 * @param rows - of a page, at most.
 */
export async function* readByCursor<Row>(
  trx: Knex.Transaction,
  {
    name,
    sql,
    bindings,
    rows: limit,
  }: { name: string; sql: string; bindings: readonly Knex.RawBinding[] | Knex.ValueDict; rows: number },
): AsyncGenerator<Row[], void, undefined> {
  await trx.raw(`declare ${name} no scroll cursor for ${sql}`, bindings);
  try {
    for (;;) {
      const { rows } = await trx.raw<{ rows: Row[] }>(`fetch ${limit} from ${name}`);
      if (rows.length > 0) yield rows;
      if (rows.length < limit) break;
    }
  } finally {
    // Also when the reader stops early. After a failed statement this fails, too, with no new information.
    await trx.raw(`close ${name}`).catch(() => {});
  }
}
