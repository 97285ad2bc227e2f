import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

const LIST: PreparedStatement = {
  name: 'list-product-names',
  text: 'select distinct name from products where company_id = $1 and in_feed',
};

/** Names of the products in force, each once. Reads every product. */
export async function listProductNames(db: Knex, companyId: string): Promise<string[]> {
  const { rows } = await runPreparedForCompany<{ name: string }>(db, companyId, LIST, [companyId]);
  return rows.map(({ name }) => name);
}
