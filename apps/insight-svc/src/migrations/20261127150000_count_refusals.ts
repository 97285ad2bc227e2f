import { isolateCompanies, removeCompanyIsolation } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** What was refused, as sums of days, and lines whose variant the catalog did not have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table refusal_days (
      company_id text not null,
      day date not null,
      kind text not null check (kind in ('ORDER', 'REFUND', 'VISIT')),
      reason text not null,
      requests integer not null,
      primary key (company_id, day, kind, reason)
    )`);
  await knex.raw('alter table order_lines add column is_foreign boolean not null default false');
  const comments = {
    'table refusal_days': 'Refused requests by their reason; kept without limit, no personal data.',
    'column refusal_days.day': 'On which the request arrived, in the time zone of the company.',
    'column refusal_days.reason': 'Code of the error; of visits OTHER_VISIT or TOO_MANY_EVENTS.',
    'column order_lines.is_foreign': 'The catalog did not have the variant when the order arrived.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
  await isolateCompanies(knex, 'refusal_days');
}

export async function down(knex: Knex): Promise<void> {
  await removeCompanyIsolation(knex, 'refusal_days');
  await knex.schema.dropTable('refusal_days');
  await knex.raw('alter table order_lines drop column is_foreign');
}
