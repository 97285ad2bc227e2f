import type { Knex } from 'knex';
import { COMPANY_SETTING } from '../statements/for-company.js';

/**
 * The company of `forCompany`; null outside of it, also on a connection whose last transaction had one: PostgreSQL then reads
 * the setting as an empty text. As a subquery it is computed once per statement and not per row.
 */
const CURRENT_COMPANY = `(select nullif(current_setting('${COMPANY_SETTING}', true), ''))`;

/**
 * Lets the application role see and write rows of the company of `forCompany` only; for a migration. The owner of the schema,
 * which migrations and `createCrossCompanyView` use, sees all rows, by a policy that says so.
 * @param rows - the rows of the current company, which stands for `:company`.
 * @param rights - `read`: only functions of the owner write them. The application role then loses its other rights (`migrate`).
 */
export async function isolateCompanies(
  knex: Knex,
  table: string,
  rows = 'company_id = :company',
  rights: 'write' | 'read' = 'write',
): Promise<void> {
  const { owner, app } = await loadRoles(knex);
  await knex.raw('alter table ?? enable row level security', [table]);
  await knex.raw('alter table ?? force row level security', [table]);
  const condition = rows.replaceAll(':company', CURRENT_COMPANY);
  await knex.raw(
    `create policy one_company on ?? ${rights === 'read' ? 'for select ' : ''}to ?? using (${condition})`,
    [table, app],
  );
  await knex.raw('create policy every_company on ?? to ?? using (true)', [table, owner]);
}

/** Undoes `isolateCompanies`. */
export async function removeCompanyIsolation(knex: Knex, table: string): Promise<void> {
  await knex.raw('drop policy one_company on ??', [table]);
  await knex.raw('drop policy every_company on ??', [table]);
  await knex.raw('alter table ?? no force row level security', [table]);
  await knex.raw('alter table ?? disable row level security', [table]);
}

/**
 * Creates the view `all_<table>`, through which the application role reaches rows of every company; for a migration. A statement
 * that crosses companies names it, so these places can be found, and it has no more columns than they need.
 * @param columns - select list of the view.
 * @param grants - what may be done with it, for example `['select', 'update (body)']`.
 */
export async function createCrossCompanyView(
  knex: Knex,
  table: string,
  columns: string,
  grants: readonly string[] = ['select'],
): Promise<void> {
  const { app } = await loadRoles(knex);
  const view = toCrossCompanyViewName(table);
  await knex.raw(`create view ?? as select ${columns} from ??`, [view, table]);
  // Without this it would have the rights of a new table.
  await knex.raw('revoke all on ?? from ??', [view, app]);
  for (const grant of grants) await knex.raw(`grant ${grant} on ?? to ??`, [view, app]);
}

/** Undoes `createCrossCompanyView`. */
export async function dropCrossCompanyView(knex: Knex, table: string): Promise<void> {
  await knex.raw('drop view ??', [toCrossCompanyViewName(table)]);
}

const toCrossCompanyViewName = (table: string): string => `all_${table}`;

/** Migrations run as the owner. */
async function loadRoles(knex: Knex): Promise<{ owner: string; app: string }> {
  const { rows } = await knex.raw<{ rows: { owner: string; app: string }[] }>(
    `select current_user::text as owner, current_user || '_app' as app`,
  );
  return rows[0] as { owner: string; app: string };
}
