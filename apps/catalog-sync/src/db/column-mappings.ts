import type { Db } from '@svc/kit';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { clearValidators } from './feed-states.js';

/** What the company's files call the columns; undefined: what they are called. */
export async function findMapping(db: Db, companyId: string): Promise<ColumnMapping | undefined> {
  const row = await db<{ company_id: string; mapping: ColumnMapping | null }>('catalogs')
    .where({ company_id: companyId })
    .first('mapping');
  return row?.mapping ?? undefined;
}

/** @param mapping - undefined: none from now on. */
export async function writeMapping(db: Db, companyId: string, mapping: ColumnMapping | undefined): Promise<void> {
  // `json`, not `jsonb`: the columns stay in the order given.
  const stored = mapping ? JSON.stringify(mapping) : null;
  await db('catalogs').insert({ company_id: companyId, mapping: stored }).onConflict('company_id').merge(['mapping']);
  await clearValidators(db, companyId);
}
