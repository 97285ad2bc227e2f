import type { Knex } from 'knex';

/** Completed questionnaires. Rows are inserted once, read by their id, never updated, and deleted on erasure only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table analyses (
      key bigint generated always as identity primary key,
      id text not null unique,
      company_id text not null,
      funnel_id text not null,
      version_id text not null,
      is_preview boolean not null,
      answers jsonb not null,
      color jsonb,
      first_name text,
      last_name text,
      email text,
      email_key text,
      started_at timestamptz,
      source text,
      query_string text,
      selfie_source text,
      selfie_sent boolean not null,
      selfie_consent boolean,
      selfie_consent_version text,
      idempotency_key_hash bytea,
      created_at timestamptz not null default now()
    )`);
  // Only rows with an address are in it, so that an analysis without one costs two index entries, not three.
  await knex.raw('create index analyses_email_idx on analyses (company_id, email_key) where email_key is not null');

  const comments = {
    key: 'Internal and never shown: keeps rows in the order of their arrival, for sequential page writes.',
    id: 'The public capability: 22 base62 characters from a CSPRNG, without order or time. docs/reliability.md R3.1.',
    company_id: 'Company of the API key that created it.',
    funnel_id: 'Funnel that was answered.',
    version_id: 'Version it is stored against; answers to a superseded one are migrated before they are stored.',
    is_preview: 'Created against the draft that was current then.',
    answers: 'MatchingAnswers of libs/domain: enum answers upper-case, option keys lower-case; nothing personal.',
    color: 'Color type with its axes, parts, scores, confidence and mapping version; computed once, at creation.',
    first_name: 'Contact field; never leaves this service over GetMatchingInput.',
    last_name: 'Contact field.',
    email: 'Contact field, as given.',
    email_key: 'email in lower case (Unicode, not the database locale), for erasure by address.',
    started_at: 'Tracking only: when the visitor began.',
    source: 'Tracking only.',
    query_string: 'Tracking only: query of the landing URL.',
    selfie_source: 'Tracking only: UPLOADED, CAMERA or another string as given.',
    selfie_sent: 'A selfie came with the answers. The picture itself is stored nowhere.',
    selfie_consent: 'What the visitor answered to the consent text, as sent. docs/reliability.md R10.5.',
    selfie_consent_version: 'Version of the consent text that was shown.',
    idempotency_key_hash: 'SHA-256 of the Idempotency-Key, so that erasure finds the stored response.',
    created_at: 'Time of creation.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column analyses.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table analyses');
}
