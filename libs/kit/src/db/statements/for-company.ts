import type { Knex } from 'knex';
import type { Db } from '../db.js';
import { observeTransaction } from './observe-statement.js';

/** The setting that the policies of `isolateCompanies` compare with; it ends with the transaction. */
export const COMPANY_SETTING = 'svc.company_id';

/**
 * Runs `work` in a transaction that sees and writes the rows of one company only, whatever its statements say. Outside of it
 * the application role sees no row of a company at all. Docs: docs/architecture.md "Isolation of companies".
 */
export function forCompany<T>(
  knex: Knex,
  companyId: string,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return observeTransaction(() =>
    knex.transaction(async (transaction) => {
      await setCompany(transaction, companyId);
      return work(transaction);
    }),
  );
}

/** Does the same for the rest of a transaction which has to begin before its company is known. */
export async function setCompany(transaction: Db, companyId: string): Promise<void> {
  await transaction.raw(`select set_config('${COMPANY_SETTING}', ?, true)`, [companyId]);
}
