import type { Knex } from 'knex';

/** As it was before. */
const COLUMNS = `id, company_id, funnel_id, version_id, is_preview, answers, color, selfie_sent,
      coalesce(first_name, last_name, email) is not null as has_contact, key, created_at, coalesce(source, '') as source,
      lower(coalesce((regexp_match(query_string, '(^|\\W)locale=([A-Za-z0-9-]{2,35})(&|$)'))[2], '')) as page_locale,
      first_name is not null as has_first_name, last_name is not null as has_last_name, email is not null as has_email,
      case when email_key is not null then exists (
        select from analyses as earlier
        where earlier.company_id = analyses.company_id and earlier.email_key = analyses.email_key
          and earlier.key < analyses.key and not earlier.is_preview) end as is_retake,
      coalesce(change_xid, '0'::xid8) as stamp`;

/** Which test assigned the version of an analysis, so that reports count the analyses of its arms alone. ADR 151. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table analyses add column experiment_id text');
  await knex.raw(
    `comment on column analyses.experiment_id is 'Test of the questionnaire that assigned the version; null: none.'`,
  );
  await knex.raw(`create or replace view all_analyses as select ${COLUMNS}, experiment_id from analyses`);
}

export async function down(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { app: string }[] }>(`select quote_ident(current_user || '_app') as app`);
  const [{ app }] = rows as [{ app: string }];
  await knex.raw('drop view all_analyses');
  await knex.raw(`create view all_analyses as select ${COLUMNS} from analyses`);
  await knex.raw(`revoke all on all_analyses from ${app}`);
  await knex.raw(`grant select on all_analyses to ${app}`);
  await knex.raw('alter table analyses drop column experiment_id');
}
