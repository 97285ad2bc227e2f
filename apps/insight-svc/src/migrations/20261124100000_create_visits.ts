import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/**
 * Page loads of funnels, by day. Partitions are made and dropped while the service runs, whose role owns nothing: these functions run as
 * the owner of the schema, and do nothing else. The role of the service reaches partitions by the table only, whose policy applies then.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  await knex.raw(`
    create table visits (
      company_id text not null,
      day date not null,
      visit_id text collate "C" not null,
      funnel_id text not null,
      version_id text not null,
      source text not null,
      locale text not null,
      device text not null check (device in ('PHONE', 'TABLET', 'DESKTOP')),
      started_at timestamptz not null,
      events jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (company_id, day, visit_id)
    ) partition by range (day)`);
  await knex.raw('create index visits_updated_idx on visits (updated_at)');
  const comments = {
    'table visits': 'Page loads of funnels under random ids; kept 90 days. No address, user agent, answer or cookie.',
    'column visits.day': 'UTC day of started_at.',
    'column visits.visit_id': 'Made at random by the page.',
    'column visits.source': 'Tracking source; empty: none.',
    'column visits.locale': 'BCP 47, lower case.',
    'column visits.started_at': 'When a report arrived, less the time since the visit began; of the first report.',
    'column visits.events':
      'Lists of number, type (1 shown, 2 answered, 3 back, 4 finished, 5 left), step, milliseconds since the visit began.',
    'column visits.updated_at': 'Of the last report; sums of days follow it.',
  };
  for (const [what, comment] of Object.entries(comments)) await knex.raw(`comment on ${what} is '${comment}'`);
  await isolateCompanies(knex, 'visits');
  // Days to be added up.
  await createCrossCompanyView(knex, 'visits', 'company_id, started_at, updated_at');
  const asOwner = `language plpgsql security definer set search_path = ${schema}, pg_temp`;
  // Attaching a finished table, unlike `create … partition of`, does not make inserts wait.
  await knex.raw(`
    create function create_visit_partition(day date) returns void ${asOwner} as $$
    declare
      name text := 'visits_' || to_char(day, 'YYYYMMDD');
    begin
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I (like visits including all)', name);
      execute format('revoke all on %I from ${app}', name);
      execute format('alter table visits attach partition %I for values from (%L) to (%L)', name, day, day + 1);
    end $$`);
  await knex.raw(`
    create function drop_visit_partition(day date) returns void ${asOwner} as $$
    begin
      execute format('drop table if exists %I', 'visits_' || to_char(day, 'YYYYMMDD'));
    end $$`);
  for (const name of ['create_visit_partition', 'drop_visit_partition']) {
    await knex.raw(`revoke execute on function ${name}(date) from public`);
    await knex.raw(`grant execute on function ${name}(date) to ${app}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function drop_visit_partition(date)');
  await knex.raw('drop function create_visit_partition(date)');
  await dropCrossCompanyView(knex, 'visits');
  await removeCompanyIsolation(knex, 'visits');
  await knex.raw('drop table visits');
}
