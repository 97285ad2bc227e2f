import { isolateCompanies, removeCompanyIsolation } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const ROWS = 'company_id is not distinct from :company';

/** Columns with the names of their constraints, which a table that becomes a partition must share. */
const COLUMNS = {
  audit_entries: `
      company_id text,
      seq bigint not null,
      id text not null,
      recorded_at timestamptz not null,
      actor_kind text not null constraint audit_entries_actor_kind_check check (actor_kind in ('USER', 'PLATFORM_TOKEN', 'ANONYMOUS')),
      actor_id text,
      subject_id text,
      action text not null,
      targets text[] not null,
      request_id text not null,
      network text not null,
      previous_hash bytea not null constraint audit_entries_previous_hash_check check (length(previous_hash) = 32),
      hash bytea not null constraint audit_entries_hash_check check (length(hash) = 32)`,
  audit_outcomes: `
      company_id text,
      seq bigint not null,
      entry_id text not null,
      recorded_at timestamptz not null,
      outcome text not null constraint audit_outcomes_outcome_check check (outcome in ('OK', 'REFUSED', 'FAILED', 'UNKNOWN')),
      error text,
      subject_id text,
      targets text[] not null,
      changed text[] not null,
      previous_hash bytea not null constraint audit_outcomes_previous_hash_check check (length(previous_hash) = 32),
      hash bytea not null constraint audit_outcomes_hash_check check (length(hash) = 32)`,
};
const KEYS = { audit_entries: 'id', audit_outcomes: 'entry_id' } as const;
const TABLES = ['audit_entries', 'audit_outcomes'] as const;

const COMMENTS = {
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
  'audit_outcomes.changed': 'Paths of what changed, without values.',
};

/**
 * The audit log in partitions by month, so that expired months are dropped and not deleted row by row. What was recorded before becomes
 * the first partition, until the end of the current month; the head of the chain stays as it is. docs/identity.md I11.7.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string; next: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app,
            to_char(date_trunc('month', now() at time zone 'UTC') + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') as next`,
  );
  const { schema, app, next } = rows[0] as { schema: string; app: string; next: string };
  for (const table of TABLES) {
    await knex.raw(`alter table ${table} rename to ${table}_before`);
    await knex.raw(`create table ${table} (${COLUMNS[table]}
    ) partition by range (recorded_at)`);
    await knex.raw(`create index ${table}_place_idx on ${table} (company_id, seq)`);
    await knex.raw(`create index ${table}_${KEYS[table]}_idx on ${table} (${KEYS[table]})`);
    await knex.raw(`alter table ${table} attach partition ${table}_before for values from (minvalue) to ('${next}')`);
    await isolateCompanies(knex, table, ROWS, 'read');
  }
  await comment(knex);
  const asOwner = `language plpgsql security definer set search_path = ${schema}, pg_temp`;
  // One session at a time makes or drops partitions: this mode of the lock conflicts with itself, and with no insert or update.
  // Attaching a finished table, unlike `create … partition of`, does not make inserts wait.
  await knex.raw(`
    create function create_audit_partitions(moment timestamptz) returns void ${asOwner} as $$
    declare
      month timestamptz := date_trunc('month', moment, 'UTC');
      parent text;
      name text;
    begin
      if to_regclass('audit_outcomes_' || to_char(month at time zone 'UTC', 'YYYYMM')) is not null
        or month < audit_partition_end('audit_entries_before') then return; end if;
      lock table audit_heads in share update exclusive mode;
      foreach parent in array array['audit_entries', 'audit_outcomes'] loop
        name := parent || '_' || to_char(month at time zone 'UTC', 'YYYYMM');
        -- to_regclass may remember from before the lock that there is none.
        continue when exists (
          select from pg_class c where c.relname = name and c.relnamespace = to_regnamespace('${schema}'));
        execute format('create table %I (like %I including all)', name, parent);
        execute format('revoke all on %I from ${app}', name);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent, name, month, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
      end loop;
    end $$`);
  await knex.raw(`
    create function audit_partition_end(name text) returns timestamptz language sql stable as $$
      select coalesce(
        (select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz
           from pg_class c where c.oid = to_regclass(name)),
        '-infinity')
    $$`);
  for (const [name, signature] of [
    ['append_audit_entry', ENTRY_SIGNATURE],
    ['append_audit_outcome', OUTCOME_SIGNATURE],
  ] as const) {
    await knex.raw(`create or replace function ${name}${signature} ${asOwner} as $$${BODIES[name]}$$`);
  }
  await knex.raw(`
    create or replace function delete_old_audit() returns bigint ${asOwner} as $$
    declare
      oldest timestamptz := clock_timestamp() - interval '400 days';
      part record;
      count bigint := 0;
    begin
      lock table audit_heads in share update exclusive mode;
      if to_regclass('audit_entries_before') is not null then
        delete from audit_entries_before where recorded_at < oldest;
        delete from audit_outcomes_before where recorded_at < oldest;
      end if;
      for part in
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent in ('audit_entries'::regclass, 'audit_outcomes'::regclass)
           and audit_partition_end(c.relname) <= oldest
         order by audit_partition_end(c.relname)
      loop
        execute format('drop table %I', part.name);
        count := count + 1;
      end loop;
      return count;
    end $$`);
  await knex.raw('revoke execute on function create_audit_partitions(timestamptz) from public');
  await knex.raw('revoke execute on function audit_partition_end(text) from public');
  await knex.raw(`grant execute on function create_audit_partitions(timestamptz) to ${app}`);
}

export async function down(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema } = rows[0] as { schema: string; app: string };
  const asOwner = `language plpgsql security definer set search_path = ${schema}, pg_temp`;
  for (const [name, signature] of [
    ['append_audit_entry', ENTRY_SIGNATURE],
    ['append_audit_outcome', OUTCOME_SIGNATURE],
  ] as const) {
    await knex.raw(`create or replace function ${name}${signature} ${asOwner} as $$${FORMER_BODIES[name]}$$`);
  }
  await knex.raw(`create or replace function delete_old_audit() returns bigint ${asOwner} as $$${FORMER_DELETE}$$`);
  await knex.raw('drop function create_audit_partitions(timestamptz)');
  await knex.raw('drop function audit_partition_end(text)');
  for (const table of TABLES) {
    await knex.raw(`create temporary table ${table}_kept on commit drop as select * from ${table}`);
    await removeCompanyIsolation(knex, table);
    await knex.raw(`drop table ${table}`);
    await knex.raw(`create table ${table} (${COLUMNS[table]},
      constraint ${table}_pkey primary key (${KEYS[table]}),
      constraint ${table}_seq_key unique nulls not distinct (company_id, seq)
    )`);
    await knex.raw(`insert into ${table} select * from ${table}_kept`);
    await knex.raw(`create index ${table}_recorded_idx on ${table} (recorded_at)`);
    await isolateCompanies(knex, table, ROWS, 'read');
  }
  await comment(knex);
}

async function comment(knex: Knex): Promise<void> {
  for (const [column, text] of Object.entries(COMMENTS)) {
    await knex.raw(`comment on column ${column} is '${text}'`);
  }
}

const ENTRY_SIGNATURE =
  '(entry_id text, actor_kind text, actor_id text, subject_id text, action text, targets text[], request_id text, network text)\n    returns void';
const OUTCOME_SIGNATURE =
  '(entry_id text, outcome text, error text, subject_id text, targets text[], changed text[])\n    returns void';

const APPEND_ENTRY = (isRepeated: string, prepare: string) => `
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      ${isRepeated}${prepare}
      record_hash := sha256(head.last_hash || convert_to(audit_text(
        'entry', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), actor_kind, actor_id, subject_id, action,
        audit_text(variadic targets), request_id, network), 'UTF8'));
      insert into audit_entries values (
        head.chain, head.next_seq, entry_id, head.moment, actor_kind, actor_id, subject_id, action, targets, request_id, network,
        head.last_hash, record_hash);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end
  `;

const APPEND_OUTCOME = (isRepeated: string, prepare: string) => `
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      ${isRepeated}${prepare}
      record_hash := sha256(head.last_hash || convert_to(audit_text(
        'outcome', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), outcome, error, subject_id,
        audit_text(variadic targets), audit_text(variadic changed)), 'UTF8'));
      insert into audit_outcomes values (
        head.chain, head.next_seq, entry_id, head.moment, outcome, error, subject_id, targets, changed, head.last_hash, record_hash);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end
  `;

/** Repetitions come within a minute: other months are not looked at. The month of a record may begin before the hourly run has made it. */
const RECENT = "now() - interval '2 days'";
const PREPARE = '\n      perform create_audit_partitions(head.moment);';
const BODIES = {
  append_audit_entry: APPEND_ENTRY(
    `if exists (select from audit_entries e where e.id = entry_id and e.recorded_at > ${RECENT}) then return; end if;`,
    PREPARE,
  ),
  append_audit_outcome: APPEND_OUTCOME(
    `if exists (select from audit_outcomes o
                  where o.entry_id = append_audit_outcome.entry_id and o.recorded_at > ${RECENT}) then return; end if;`,
    PREPARE,
  ),
};

const FORMER_BODIES = {
  append_audit_entry: APPEND_ENTRY(
    'if exists (select from audit_entries e where e.id = entry_id) then return; end if;',
    '',
  ),
  append_audit_outcome: APPEND_OUTCOME(
    'if exists (select from audit_outcomes o where o.entry_id = append_audit_outcome.entry_id) then return; end if;',
    '',
  ),
};

const FORMER_DELETE = `
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
  `;
