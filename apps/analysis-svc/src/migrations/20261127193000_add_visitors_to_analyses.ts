import type { Knex } from 'knex';

const columns = (
  isRetake: string,
): string => `id, company_id, funnel_id, version_id, is_preview, answers, color, selfie_sent,
      coalesce(first_name, last_name, email) is not null as has_contact, key, created_at, coalesce(source, '') as source,
      lower(coalesce((regexp_match(query_string, '(^|\\W)locale=([A-Za-z0-9-]{2,35})(&|$)'))[2], '')) as page_locale,
      first_name is not null as has_first_name, last_name is not null as has_last_name, email is not null as has_email,
      ${isRetake} as is_retake,
      coalesce(change_xid, '0'::xid8) as stamp, experiment_id`;

const hasEarlier = (column: string): string => `exists (
        select from analyses as earlier
        where earlier.company_id = analyses.company_id and earlier.${column} = analyses.${column}
          and earlier.key < analyses.key and not earlier.is_preview)`;

/** As it was before. */
const BY_ADDRESS = `case when email_key is not null then ${hasEarlier('email_key')} end`;
const BY_ADDRESS_OR_VISITOR = `case when email_key is not null or visitor_hash is not null then
        (email_key is not null and ${hasEarlier('email_key')})
        or (visitor_hash is not null and ${hasEarlier('visitor_hash')}) end`;

/** A stored visitor who comes back makes a retake, too. docs/insight.md N20.2. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table analyses add column visitor_hash bytea');
  await knex.raw(
    `comment on column analyses.visitor_hash is 'SHA-256 of company and stored visitor, to find retakes; null: no visitor is kept.'`,
  );
  await knex.raw(`create or replace view all_analyses as select ${columns(BY_ADDRESS_OR_VISITOR)} from analyses`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`create or replace view all_analyses as select ${columns(BY_ADDRESS)} from analyses`);
  await knex.raw('alter table analyses drop column visitor_hash');
}
