import type { Knex } from 'knex';

/** Former and new values of what an action changed, covered by the hash of the record. docs/identity.md I11.9. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { schema: string; app: string }[] }>(
    `select quote_ident(current_schema()) as schema, quote_ident(current_user || '_app') as app`,
  );
  const { schema, app } = rows[0] as { schema: string; app: string };
  await knex.raw('alter table audit_outcomes add column changes text[]');
  await knex.raw(`comment on column audit_outcomes.changes is
    'Path, former value and new value of each change in turn; null: none. No secrets, no contact data.'`);
  // The release before calls the function without changes.
  await knex.raw(`
    create function append_audit_outcome(
      entry_id text, outcome text, error text, subject_id text, targets text[], changed text[], changes text[])
    returns void language plpgsql security definer set search_path = ${schema}, pg_temp as $$
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      if exists (select from audit_outcomes o
                  where o.entry_id = append_audit_outcome.entry_id and o.recorded_at > now() - interval '2 days') then return; end if;
      perform create_audit_partitions(head.moment);
      record_hash := sha256(head.last_hash || convert_to(audit_text(variadic array[
        'outcome', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), outcome, error, subject_id,
        audit_text(variadic targets), audit_text(variadic changed)]
        || case when changes is null then array[]::text[] else array[audit_text(variadic changes)] end), 'UTF8'));
      insert into audit_outcomes values (
        head.chain, head.next_seq, entry_id, head.moment, outcome, error, subject_id, targets, changed, head.last_hash, record_hash,
        changes);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end $$`);
  await knex.raw(`revoke execute on function append_audit_outcome${SIGNATURE} from public`);
  await knex.raw(`grant execute on function append_audit_outcome${SIGNATURE} to ${app}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop function append_audit_outcome${SIGNATURE}`);
  await knex.raw('alter table audit_outcomes drop column changes');
}

const SIGNATURE = '(text, text, text, text, text[], text[], text[])';
