import { isolateCompanies, removeCompanyIsolation } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Rows without a company belong to the platform, and are seen outside of a company only. */
const ROWS = 'company_id is not distinct from :company';

const TABLES = ['audit_entries', 'audit_outcomes', 'audit_heads'];

/** The lengths make the text unambiguous: no two lists of values have the same one. */
const FUNCTIONS = {
  audit_text: `(variadic fields text[]) returns text language sql immutable as $$
    select coalesce(string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' order by place), '')
      from unnest(fields) with ordinality as listed (field, place)
  $$`,
  // Locks the head of the chain until the transaction ends: records of one company are appended one after the other.
  audit_head: `(out chain text, out next_seq bigint, out last_hash bytea, out moment timestamptz) language plpgsql as $$
    declare
      head audit_heads;
    begin
      chain := nullif(current_setting('svc.company_id', true), '');
      loop
        select h.* into head from audit_heads h where coalesce(h.company_id, '') = coalesce(chain, '') for update;
        exit when found;
        insert into audit_heads values (chain, 0, decode(repeat('00', 32), 'hex'), '-infinity') on conflict do nothing;
      end loop;
      next_seq := head.seq + 1;
      last_hash := head.hash;
      moment := greatest(date_trunc('milliseconds', clock_timestamp()), head.recorded_at);
    end
  $$`,
  append_audit_entry: `(entry_id text, actor_kind text, actor_id text, subject_id text, action text, targets text[], request_id text, network text)
    returns void language plpgsql :as_owner as $$
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      if exists (select from audit_entries e where e.id = entry_id) then return; end if;
      record_hash := sha256(head.last_hash || convert_to(audit_text(
        'entry', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), actor_kind, actor_id, subject_id, action,
        audit_text(variadic targets), request_id, network), 'UTF8'));
      insert into audit_entries values (
        head.chain, head.next_seq, entry_id, head.moment, actor_kind, actor_id, subject_id, action, targets, request_id, network,
        head.last_hash, record_hash);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end
  $$`,
  append_audit_outcome: `(entry_id text, outcome text, error text, subject_id text, targets text[], changed text[])
    returns void language plpgsql :as_owner as $$
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      if exists (select from audit_outcomes o where o.entry_id = append_audit_outcome.entry_id) then return; end if;
      record_hash := sha256(head.last_hash || convert_to(audit_text(
        'outcome', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), outcome, error, subject_id,
        audit_text(variadic targets), audit_text(variadic changed)), 'UTF8'));
      insert into audit_outcomes values (
        head.chain, head.next_seq, entry_id, head.moment, outcome, error, subject_id, targets, changed, head.last_hash, record_hash);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end
  $$`,
  delete_old_audit: `() returns bigint language plpgsql :as_owner as $$
    declare
      entries bigint;
      outcomes bigint;
    begin
      delete from audit_entries where recorded_at < clock_timestamp() - interval '400 days';
      get diagnostics entries = row_count;
      delete from audit_outcomes where recorded_at < clock_timestamp() - interval '400 days';
      get diagnostics outcomes = row_count;
      return entries + outcomes;
    end
  $$`,
};

/** What the application role may call; the others are parts of these. */
const CALLED = {
  append_audit_entry: '(text, text, text, text, text, text[], text, text)',
  append_audit_outcome: '(text, text, text, text, text[], text[])',
  delete_old_audit: '()',
};

const SIGNATURES = {
  ...CALLED,
  audit_head: '()',
  audit_text: '(text[])',
  audit_time: '(timestamptz)',
};

/**
 * The audit log: entries before an action, outcomes after it, in one chain of hashes for each company. The application role reads it;
 * only functions of the owner write it, and only at its end. They delete nothing that is younger than 400 days. docs/identity.md I11.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  await knex.raw(`
    create table audit_entries (
      company_id text,
      seq bigint not null,
      id text primary key,
      recorded_at timestamptz not null,
      actor_kind text not null check (actor_kind in ('USER', 'PLATFORM_TOKEN', 'ANONYMOUS')),
      actor_id text,
      subject_id text,
      action text not null,
      targets text[] not null,
      request_id text not null,
      network text not null,
      previous_hash bytea not null check (length(previous_hash) = 32),
      hash bytea not null check (length(hash) = 32),
      constraint audit_entries_seq_key unique nulls not distinct (company_id, seq)
    )`);
  await knex.raw(`
    create table audit_outcomes (
      company_id text,
      seq bigint not null,
      entry_id text primary key,
      recorded_at timestamptz not null,
      outcome text not null check (outcome in ('OK', 'REFUSED', 'FAILED', 'UNKNOWN')),
      error text,
      subject_id text,
      targets text[] not null,
      changed text[] not null,
      previous_hash bytea not null check (length(previous_hash) = 32),
      hash bytea not null check (length(hash) = 32),
      constraint audit_outcomes_seq_key unique nulls not distinct (company_id, seq)
    )`);
  await knex.raw(`
    create table audit_heads (
      company_id text,
      seq bigint not null,
      hash bytea not null check (length(hash) = 32),
      recorded_at timestamptz not null
    )`);
  await knex.raw("create unique index audit_heads_company_idx on audit_heads (coalesce(company_id, ''))");
  await knex.raw('create index audit_entries_recorded_idx on audit_entries (recorded_at)');
  await knex.raw('create index audit_outcomes_recorded_idx on audit_outcomes (recorded_at)');
  for (const table of TABLES) await isolateCompanies(knex, table, ROWS, 'read');
  const comments = {
    'audit_entries.company_id': 'Null: the platform.',
    'audit_entries.seq': 'Place in the chain of the company, which entries and outcomes share.',
    'audit_entries.id': 'Made by the gateway, so that a repeated call writes nothing.',
    'audit_entries.actor_id': 'User; null for the platform token and for callers who have not signed in.',
    'audit_entries.subject_id':
      'User whom the action concerns. Names and addresses are in users only, so they can be erased there.',
    'audit_entries.action': 'Permission and operation, for example funnel.publish/publishDraft.',
    'audit_entries.targets': 'Ids as name=id. No contact data, no secrets.',
    'audit_entries.network': 'Network of the client, /24 or /48; empty: unknown.',
    'audit_entries.previous_hash': 'Hash of the record before it in the chain; zeros for the first one.',
    'audit_entries.hash': 'SHA-256 of previous_hash and the values of this record.',
    'audit_outcomes.entry_id': 'No foreign key: both expire by their own time, so that the chain ends in one place.',
    'audit_outcomes.error': 'Error code of the response.',
    'audit_outcomes.targets': 'Ids that the action made, as name=id.',
    'audit_heads.seq': 'Number of the last record of the chain, which stays when the record itself has expired.',
    'audit_outcomes.changed': 'Paths of what changed, without values.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
  await knex.raw(`
    create function audit_time(moment timestamptz) returns text language sql stable as $$
      select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $$`);
  const asOwner = `security definer set search_path = ${schema}, pg_temp`;
  for (const [name, definition] of Object.entries(FUNCTIONS)) {
    await knex.raw(`create function ${name}${definition.replace(':as_owner', asOwner)}`);
  }
  for (const [name, signature] of Object.entries(SIGNATURES)) {
    await knex.raw(`revoke execute on function ${name}${signature} from public`);
  }
  for (const [name, signature] of Object.entries(CALLED)) {
    await knex.raw(`grant execute on function ${name}${signature} to ${app}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [name, signature] of Object.entries(SIGNATURES)) await knex.raw(`drop function ${name}${signature}`);
  for (const table of TABLES) {
    await removeCompanyIsolation(knex, table);
    await knex.raw(`drop table ${table}`);
  }
}
