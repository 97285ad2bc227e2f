create table audit_entries (
  company_id text, -- Null: the platform.
  seq bigint not null, -- Place in the chain of the company, which entries and outcomes share.
  id text not null, -- Made by the gateway, so that a repeated call writes nothing.
  recorded_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text, -- User; null for the platform token and for callers who have not signed in.
  subject_id text, -- User whom the action concerns. Names and addresses are in users only, so they can be erased there.
  action text not null, -- Permission and operation, for example funnel.publish/publishDraft.
  targets text[] not null, -- Ids as name=id. No contact data, no secrets.
  request_id text not null,
  network text not null, -- Network of the client, /24 or /48; empty: unknown.
  previous_hash bytea not null, -- Hash of the record before it in the chain; zeros for the first one.
  hash bytea not null, -- SHA-256 of previous_hash and the values of this record.
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['USER'::text, 'PLATFORM_TOKEN'::text, 'ANONYMOUS'::text]))),
  constraint audit_entries_hash_check CHECK ((length(hash) = 32)),
  constraint audit_entries_previous_hash_check CHECK ((length(previous_hash) = 32))
) partition by RANGE (recorded_at);
CREATE INDEX audit_entries_id_idx ON ONLY identity.audit_entries USING btree (id);
CREATE INDEX audit_entries_place_idx ON ONLY identity.audit_entries USING btree (company_id, seq);
create policy every_company on audit_entries to svc_identity using (true);
create policy one_company on audit_entries for select to svc_identity_app using ((NOT (company_id IS DISTINCT FROM ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif"))));

create table audit_heads (
  company_id text,
  seq bigint not null, -- Number of the last record of the chain, which stays when the record itself has expired.
  hash bytea not null,
  recorded_at timestamp with time zone not null,
  constraint audit_heads_hash_check CHECK ((length(hash) = 32))
);
CREATE UNIQUE INDEX audit_heads_company_idx ON identity.audit_heads USING btree (COALESCE(company_id, ''::text));
create policy every_company on audit_heads to svc_identity using (true);
create policy one_company on audit_heads for select to svc_identity_app using ((NOT (company_id IS DISTINCT FROM ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif"))));

create table audit_outcomes (
  company_id text,
  seq bigint not null,
  entry_id text not null, -- No foreign key: both expire by their own time, so that the chain ends in one place.
  recorded_at timestamp with time zone not null,
  outcome text not null,
  error text, -- Error code of the response.
  subject_id text,
  targets text[] not null, -- Ids that the action made, as name=id.
  changed text[] not null, -- Paths of what changed, without values.
  previous_hash bytea not null,
  hash bytea not null,
  changes text[], -- Path, former value and new value of each change in turn; null: none. No secrets, no contact data.
  constraint audit_outcomes_hash_check CHECK ((length(hash) = 32)),
  constraint audit_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['OK'::text, 'REFUSED'::text, 'FAILED'::text, 'UNKNOWN'::text]))),
  constraint audit_outcomes_previous_hash_check CHECK ((length(previous_hash) = 32))
) partition by RANGE (recorded_at);
CREATE INDEX audit_outcomes_entry_id_idx ON ONLY identity.audit_outcomes USING btree (entry_id);
CREATE INDEX audit_outcomes_place_idx ON ONLY identity.audit_outcomes USING btree (company_id, seq);
create policy every_company on audit_outcomes to svc_identity using (true);
create policy one_company on audit_outcomes for select to svc_identity_app using ((NOT (company_id IS DISTINCT FROM ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif"))));

create table company_policies (
  company_id text not null,
  may_invite boolean not null, -- Admins of the company may invite users; set by platform administrators only.
  require_two_factor boolean not null, -- Members without a second factor must set one up first.
  editors_may_publish boolean not null, -- Editors may publish funnels and start experiments.
  constraint company_policies_pkey PRIMARY KEY (company_id)
);
create policy every_company on company_policies to svc_identity using (true);
create policy one_company on company_policies to svc_identity_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Replaced tokens, for requests that were already on their way.
create table former_session_tokens (
  token_hash bytea not null, -- SHA-256 of the token.
  session_id text not null,
  valid_until timestamp with time zone not null, -- One minute after the token was replaced.
  constraint former_session_tokens_pkey PRIMARY KEY (token_hash),
  constraint former_session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint former_session_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX former_session_tokens_session_idx ON identity.former_session_tokens USING btree (session_id);

create table invitations (
  seq bigint generated always as identity not null, -- Order of creation, for lists.
  id text not null,
  company_id text, -- Null: an invitation to administer the platform.
  company_name text not null, -- Name of the company when the invitation was sent; empty for the platform.
  email text not null,
  email_key text not null,
  role text,
  locale text not null, -- Language of the mail.
  token_hash bytea not null, -- SHA-256 of the token of the link that was sent last.
  state text not null,
  invited_by text, -- User; null: the platform token.
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by text,
  sent_count smallint not null, -- Links that were made, the first one included.
  last_sent_at timestamp with time zone not null,
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_check CHECK (((company_id IS NULL) = (role IS NULL))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'EDITOR'::text, 'ANALYST'::text]))),
  constraint invitations_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'REVOKED'::text]))),
  constraint invitations_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX invitations_newest_idx ON identity.invitations USING btree (company_id, seq DESC);
CREATE UNIQUE INDEX invitations_pending_idx ON identity.invitations USING btree (company_id, email_key) NULLS NOT DISTINCT WHERE (state = 'PENDING'::text);
create policy every_company on invitations to svc_identity using (true);
create policy one_company on invitations to svc_identity_app using ((NOT (company_id IS DISTINCT FROM ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif"))));

create table management_tokens (
  seq bigint generated always as identity not null, -- Order of creation, for lists.
  id text not null, -- Names the token in lists and in the audit log, is no credential.
  token_hash bytea not null, -- SHA-256 of the token; 256 random bits need no stretching.
  company_id text not null,
  user_id text not null,
  role text not null, -- The token may do what this role and the role of the user both may.
  name text not null,
  last_four text not null, -- Last characters of the token, to recognize it by.
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone, -- At most one write a minute.
  revoked_at timestamp with time zone,
  constraint management_tokens_token_hash_key UNIQUE (token_hash),
  constraint management_tokens_pkey PRIMARY KEY (id),
  constraint management_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint management_tokens_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'EDITOR'::text, 'ANALYST'::text]))),
  constraint management_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX management_tokens_user_idx ON identity.management_tokens USING btree (company_id, user_id, seq DESC);
create policy every_company on management_tokens to svc_identity using (true);
create policy one_company on management_tokens to svc_identity_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table memberships (
  company_id text not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone not null,
  created_by text, -- User who invited the member; null: the platform token.
  constraint memberships_pkey PRIMARY KEY (company_id, user_id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'EDITOR'::text, 'ANALYST'::text])))
);
CREATE INDEX memberships_user_idx ON identity.memberships USING btree (user_id);
create policy every_company on memberships to svc_identity using (true);
create policy one_company on memberships to svc_identity_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table recovery_codes (
  user_id text not null,
  code_hash bytea not null, -- SHA-256 of the code, which has 60 random bits.
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

create table reset_tokens (
  token_hash bytea not null, -- SHA-256 of the token of a link that sets a password once.
  user_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint reset_tokens_pkey PRIMARY KEY (token_hash),
  constraint reset_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reset_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX reset_tokens_user_idx ON identity.reset_tokens USING btree (user_id);

create table sessions (
  token_hash bytea not null, -- SHA-256 of the token; 256 random bits need no stretching.
  id text not null, -- Names the session in lists, is no credential.
  user_id text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null, -- At most one write a minute.
  authenticated_at timestamp with time zone not null, -- When a password or code was verified last.
  factors text[] not null, -- What was verified: password, totp, recovery.
  awaits_factor boolean not null, -- The password was verified; only the second factor is possible.
  factor_attempts smallint default 0 not null, -- Codes that were tried while it awaits a factor.
  idle_until timestamp with time zone not null, -- Ends then unless it is used.
  ends_at timestamp with time zone not null, -- Ends then in any case.
  revoked_at timestamp with time zone,
  user_agent text not null,
  network text not null, -- Network of the client, /24 or /48; empty: unknown.
  must_renew boolean default false not null, -- The next request gets a new token, because what the user may do has changed.
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sessions_ends_idx ON identity.sessions USING btree (ends_at);
CREATE INDEX sessions_user_idx ON identity.sessions USING btree (user_id, created_at DESC);

create table users (
  id text not null, -- 22 base62 characters.
  email text not null, -- As the user wrote it.
  email_key text not null, -- The address in NFC and lower case: one account per address.
  name text not null,
  locale text not null, -- Language of the dashboard and of mails, BCP 47.
  password_hash text, -- scrypt, as a PHC string. Null: no password can be right.
  password_changed_at timestamp with time zone,
  totp_secret bytea, -- Secret of the authenticator app, encrypted with AES-256-GCM under IDENTITY_KEYS; null: there is none.
  totp_confirmed_at timestamp with time zone, -- Since then a sign-in needs a code. Null: the enrollment is not complete.
  totp_last_step bigint default 0 not null, -- The last 30-second step whose code was accepted: each is accepted once.
  is_platform_admin boolean default false not null, -- May do everything in every company.
  state text default 'ACTIVE'::text not null,
  created_at timestamp with time zone not null,
  last_sign_in_at timestamp with time zone,
  constraint users_email_key_key UNIQUE (email_key),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

create view all_company_policies as
 SELECT company_id,
    may_invite,
    require_two_factor,
    editors_may_publish
   FROM company_policies;

create view all_invitations as
 SELECT id,
    company_id,
    company_name,
    email,
    email_key,
    role,
    token_hash,
    state,
    invited_by,
    created_at,
    expires_at,
    sent_count
   FROM invitations;

create view all_management_tokens as
 SELECT id,
    token_hash,
    company_id,
    user_id,
    role,
    expires_at,
    last_used_at,
    revoked_at
   FROM management_tokens;

create view all_memberships as
 SELECT company_id,
    user_id,
    role
   FROM memberships;

CREATE OR REPLACE FUNCTION identity.append_audit_entry(entry_id text, actor_kind text, actor_id text, subject_id text, action text, targets text[], request_id text, network text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'identity', 'pg_temp'
AS $function$
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      if exists (select from audit_entries e where e.id = entry_id and e.recorded_at > now() - interval '2 days') then return; end if;
      perform create_audit_partitions(head.moment);
      record_hash := sha256(head.last_hash || convert_to(audit_text(
        'entry', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), actor_kind, actor_id, subject_id, action,
        audit_text(variadic targets), request_id, network), 'UTF8'));
      insert into audit_entries values (
        head.chain, head.next_seq, entry_id, head.moment, actor_kind, actor_id, subject_id, action, targets, request_id, network,
        head.last_hash, record_hash);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end
  $function$;

CREATE OR REPLACE FUNCTION identity.append_audit_outcome(entry_id text, outcome text, error text, subject_id text, targets text[], changed text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'identity', 'pg_temp'
AS $function$
    declare
      head record;
      record_hash bytea;
    begin
      select * into head from audit_head();
      if exists (select from audit_outcomes o
                  where o.entry_id = append_audit_outcome.entry_id and o.recorded_at > now() - interval '2 days') then return; end if;
      perform create_audit_partitions(head.moment);
      record_hash := sha256(head.last_hash || convert_to(audit_text(
        'outcome', head.chain, head.next_seq::text, entry_id, audit_time(head.moment), outcome, error, subject_id,
        audit_text(variadic targets), audit_text(variadic changed)), 'UTF8'));
      insert into audit_outcomes values (
        head.chain, head.next_seq, entry_id, head.moment, outcome, error, subject_id, targets, changed, head.last_hash, record_hash);
      update audit_heads h set seq = head.next_seq, hash = record_hash, recorded_at = head.moment
       where coalesce(h.company_id, '') = coalesce(head.chain, '');
    end
  $function$;

CREATE OR REPLACE FUNCTION identity.append_audit_outcome(entry_id text, outcome text, error text, subject_id text, targets text[], changed text[], changes text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'identity', 'pg_temp'
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION identity.audit_head(OUT chain text, OUT next_seq bigint, OUT last_hash bytea, OUT moment timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
  $function$;

CREATE OR REPLACE FUNCTION identity.audit_partition_end(name text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select coalesce(
        (select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz
           from pg_class c where c.oid = to_regclass(name)),
        '-infinity')
    $function$;

CREATE OR REPLACE FUNCTION identity.audit_text(VARIADIC fields text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select coalesce(string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' order by place), '')
      from unnest(fields) with ordinality as listed (field, place)
  $function$;

CREATE OR REPLACE FUNCTION identity.audit_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
      select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $function$;

CREATE OR REPLACE FUNCTION identity.create_audit_partitions(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'identity', 'pg_temp'
AS $function$
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
          select from pg_class c where c.relname = name and c.relnamespace = to_regnamespace('identity'));
        execute format('create table %I (like %I including all)', name, parent);
        execute format('revoke all on %I from svc_identity_app', name);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent, name, month, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION identity.delete_old_audit()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'identity', 'pg_temp'
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION identity.erase_user(user_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'identity', 'pg_temp'
AS $function$
    begin
      delete from invitations i using users u
       where u.id = erase_user.user_id and (i.email_key = u.email_key or i.accepted_by = u.id);
      delete from users u where u.id = erase_user.user_id;
    end $function$;
