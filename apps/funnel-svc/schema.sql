create table api_keys (
  seq bigint generated always as identity not null, -- Order of creation, for lists.
  id text not null, -- 22 base62 characters; names the key in management, is no credential.
  company_id text not null, -- The only company that the key opens.
  name text not null, -- For people.
  key_hash bytea not null, -- SHA-256 of the value; 256 random bits need no stretching.
  last_four text not null, -- Last four characters of the value, for display.
  scopes text[] not null, -- What it may do: funnel.read, analysis.create.
  created_at timestamp with time zone not null, -- Time of creation.
  expires_at timestamp with time zone, -- Expired from this instant on; null: never.
  revoked_at timestamp with time zone, -- Invalid since then; null: in force.
  last_used_at timestamp with time zone, -- Last accepted use, at most one write a minute; null: never used.
  created_by text, -- Display name of the user at that time; null: the platform token, or not known.
  created_by_id text, -- User whose name created_by is; null: the platform token, not known, or erased.
  constraint api_keys_id_key UNIQUE (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_pkey PRIMARY KEY (company_id, id),
  constraint api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint api_keys_key_hash_check CHECK ((length(key_hash) = 32))
);
CREATE INDEX api_keys_newest_idx ON funnel.api_keys USING btree (company_id, seq DESC);
create policy every_company on api_keys to svc_funnel using (true);
create policy one_company on api_keys to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table blueprint_deliveries (
  company_id text not null, -- The company.
  participant text not null, -- Service that owns the part.
  revision bigint not null, -- companies.revision of the apply; a participant ignores an older or repeated one.
  payload json, -- MatchingConfigPatch or CatalogSection of libs/domain; dropped once delivered, since catalogs are large.
  created_at timestamp with time zone default now() not null, -- Time of the apply.
  delivered_at timestamp with time zone, -- Acknowledged by the participant; null: still to do.
  attempts integer default 0 not null, -- Failed deliveries so far.
  last_error text, -- Code and message of the last failed delivery.
  constraint blueprint_deliveries_pkey PRIMARY KEY (company_id, participant, revision),
  constraint blueprint_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint blueprint_deliveries_check CHECK (((payload IS NULL) = (delivered_at IS NOT NULL))),
  constraint blueprint_deliveries_participant_check CHECK ((participant = ANY (ARRAY['matcher'::text, 'catalog'::text])))
);
CREATE INDEX blueprint_deliveries_pending_idx ON funnel.blueprint_deliveries USING btree (company_id, participant, revision) WHERE (delivered_at IS NULL);
create policy every_company on blueprint_deliveries to svc_funnel using (true);
create policy one_company on blueprint_deliveries to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table companies (
  id text not null, -- 22 base62 characters; opaque.
  handle text not null, -- Name of the company in management addresses, [a-z0-9-]{2,40}; never changes.
  name text not null, -- For people.
  language text not null, -- Company language, BCP 47: the fallback of every localized text.
  currency text default 'EUR'::text not null, -- ISO 4217; the currency of catalog rows that name none.
  company_key text not null, -- The 25-character key of shop components; public, not a credential.
  domains json not null, -- Array of host names where components may be embedded.
  settings json not null, -- CompanySettings of libs/domain.
  webhook json, -- WebhookEndpoint of libs/domain: delivery target of the legacy route; null: none.
  revision bigint default 0 not null, -- Counts the applied blueprints that had something to deliver; orders blueprint_deliveries.
  version bigint default 1 not null, -- Raised inside every transaction that changes what followers read.
  change_xid xid8 default change_stamp() not null, -- Transaction of the last raise: the cursor of ListCompanyChanges.
  created_at timestamp with time zone default now() not null, -- Time of creation.
  crm json, -- CrmAccount of libs/domain: delivery target of the legacy route in addition to the webhook; null: none. Contains a key.
  former_webhook_secret text, -- What the webhook at the same address was signed with before. Contains a secret.
  former_webhook_secret_until timestamp with time zone, -- Until when the former secret signs as well.
  constraint companies_company_key_key UNIQUE (company_key),
  constraint companies_handle_key UNIQUE (handle),
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_company_key_check CHECK ((length(company_key) = 25))
);
CREATE INDEX companies_change_xid_idx ON funnel.companies USING btree (change_xid);
CREATE INDEX companies_domains_idx ON funnel.companies USING gin (((domains)::jsonb));
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON funnel.companies FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();
create policy every_company on companies to svc_funnel using (true);
create policy one_company on companies to svc_funnel_app using ((id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_editors (
  funnel_id text not null, -- The funnel that a user works on.
  user_id text not null, -- The user.
  company_id text not null, -- Owner of the funnel.
  user_name text not null, -- Display name of the user.
  part text not null, -- Where the user works, in the words of the client.
  since timestamp with time zone not null, -- When the user came.
  seen_at timestamp with time zone not null, -- Last report; 45 s later the row is stale, and the next report deletes it.
  constraint funnel_editors_pkey PRIMARY KEY (funnel_id, user_id),
  constraint funnel_editors_company_id_funnel_id_fkey FOREIGN KEY (company_id, funnel_id) REFERENCES funnels(company_id, id)
);
create policy every_company on funnel_editors to svc_funnel using (true);
create policy one_company on funnel_editors to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_edits (
  funnel_id text not null, -- The funnel; it has one edit at most.
  company_id text not null, -- Owner of the funnel.
  revision bigint not null, -- Starts with the time of the first save in milliseconds and rises with every save, so that no edit has one of an earlier edit.
  base_version_id text, -- The version that the edit began with, or the draft that was made of it last; null: the funnel had none.
  drafted_revision bigint, -- The revision of which the draft was made last; null: none was.
  parts json not null, -- FunnelEditParts of libs/domain.
  has_settings boolean not null, -- The parts are more than steps.
  problems json not null, -- Why no version can be made of it: path and message of each.
  warnings json not null, -- Parts without effect: path and message of each.
  updated_at timestamp with time zone not null, -- Time of the last save.
  updated_by text not null, -- Display name of the user who saved it last; empty: the platform token.
  updated_by_id text, -- User whose name updated_by is; null: the platform token, not known, or erased.
  constraint funnel_edits_pkey PRIMARY KEY (funnel_id),
  constraint funnel_edits_company_id_funnel_id_base_version_id_fkey FOREIGN KEY (company_id, funnel_id, base_version_id) REFERENCES funnel_versions(company_id, funnel_id, id),
  constraint funnel_edits_company_id_funnel_id_fkey FOREIGN KEY (company_id, funnel_id) REFERENCES funnels(company_id, id)
);
create policy every_company on funnel_edits to svc_funnel using (true);
create policy one_company on funnel_edits to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_releases (
  funnel_id text not null, -- The funnel.
  number bigint not null, -- Counts the releases of the funnel from 1.
  company_id text not null, -- Owner of the funnel.
  version_id text not null, -- The version that came into force, or was in force already when only settings changed.
  restored bigint, -- Number of the release that this one restored; null: none.
  note text not null, -- In the words of the user; empty: none.
  released_at timestamp with time zone not null, -- When it came into force.
  released_by text not null, -- Display name of the user; empty: the platform token, or a company file.
  settings_version bigint, -- The newest version of the settings of the company while it was in force; null: it is in force, or not known.
  settings json, -- FunnelMatching of libs/domain as of the end of the release; null: it is in force, or not kept.
  released_by_id text, -- User whose name released_by is; null: the platform token, not known, or erased.
  constraint funnel_releases_pkey PRIMARY KEY (funnel_id, number),
  constraint funnel_releases_company_id_funnel_id_fkey FOREIGN KEY (company_id, funnel_id) REFERENCES funnels(company_id, id),
  constraint funnel_releases_company_id_funnel_id_version_id_fkey FOREIGN KEY (company_id, funnel_id, version_id) REFERENCES funnel_versions(company_id, funnel_id, id)
);
create policy every_company on funnel_releases to svc_funnel using (true);
create policy one_company on funnel_releases to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_tests (
  company_id text not null,
  funnel_id text not null,
  kind text not null, -- What its arms differ in.
  experiment_id text not null, -- Of insight-svc.
  test jsonb not null, -- FunnelTest of libs/domain.
  ended_at timestamp with time zone, -- null: it runs. Kept afterwards, so that answers which were given in an arm are stored against its version.
  constraint funnel_tests_pkey PRIMARY KEY (funnel_id, kind),
  constraint funnel_tests_company_id_funnel_id_fkey FOREIGN KEY (company_id, funnel_id) REFERENCES funnels(company_id, id),
  constraint funnel_tests_kind_check CHECK ((kind = ANY (ARRAY['QUESTIONNAIRE'::text, 'MATCHING'::text])))
);
create policy every_company on funnel_tests to svc_funnel using (true);
create policy one_company on funnel_tests to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_versions (
  seq bigint generated always as identity not null, -- Order of creation, for lists.
  id text not null, -- 22 base62 characters; opaque.
  company_id text not null, -- Owner of the funnel.
  funnel_id text not null, -- The funnel.
  number integer not null, -- Counts from 1; a draft that replaces a draft keeps its number.
  state text not null, -- DRAFT and PUBLISHED: current. SUPERSEDED: published earlier. DISCARDED: a replaced draft.
  steps json not null, -- Step[] of libs/domain, sorted, with carried formerKeys and formerIds.
  content_digest bytea not null, -- SHA-256 of the canonical JSON of steps.
  given_digest bytea not null, -- The same of the steps as they were given, before histories were carried forward.
  created_at timestamp with time zone default now() not null, -- Time of creation.
  published_at timestamp with time zone, -- Time of publishing; null for a version that never was.
  constraint funnel_versions_company_id_funnel_id_id_key UNIQUE (company_id, funnel_id, id),
  constraint funnel_versions_pkey PRIMARY KEY (id),
  constraint funnel_versions_company_id_funnel_id_fkey FOREIGN KEY (company_id, funnel_id) REFERENCES funnels(company_id, id),
  constraint funnel_versions_check CHECK (((published_at IS NOT NULL) = (state = ANY (ARRAY['PUBLISHED'::text, 'SUPERSEDED'::text])))),
  constraint funnel_versions_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'SUPERSEDED'::text, 'DISCARDED'::text])))
);
CREATE UNIQUE INDEX funnel_versions_current_key ON funnel.funnel_versions USING btree (funnel_id, state) WHERE (state = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text]));
CREATE INDEX funnel_versions_newest_idx ON funnel.funnel_versions USING btree (funnel_id, seq DESC);
CREATE UNIQUE INDEX funnel_versions_number_key ON funnel.funnel_versions USING btree (funnel_id, number) WHERE (state <> 'DISCARDED'::text);
create policy every_company on funnel_versions to svc_funnel using (true);
create policy one_company on funnel_versions to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnels (
  seq bigint generated always as identity not null, -- Order of creation: that of the blueprints.
  id text not null, -- 22 base62 characters; opaque.
  company_id text not null, -- Owner.
  subdomain text not null, -- Host name below BASE_DOMAIN, unique over all companies, archived funnels included.
  host text, -- A full host name of its own; null: none. Checked at commit, so that two funnels may swap.
  name text not null, -- For people.
  value text, -- Merchant-defined funnel_value of the webhook; null: the name.
  paused boolean default false not null, -- Still readable and submittable over the keyed API; the funnel host says that it is paused.
  archived_at timestamp with time zone, -- When it was archived; null: in use.
  published_version_id text, -- Current published version; null: none yet.
  draft_version_id text, -- Current draft; null: none.
  created_at timestamp with time zone default now() not null, -- Time of creation.
  constraint funnels_company_id_id_key UNIQUE (company_id, id),
  constraint funnels_host_key UNIQUE (host) DEFERRABLE INITIALLY DEFERRED,
  constraint funnels_subdomain_key UNIQUE (subdomain),
  constraint funnels_pkey PRIMARY KEY (id),
  constraint funnels_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint funnels_draft_version_id_fkey FOREIGN KEY (company_id, id, draft_version_id) REFERENCES funnel_versions(company_id, funnel_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint funnels_published_version_id_fkey FOREIGN KEY (company_id, id, published_version_id) REFERENCES funnel_versions(company_id, funnel_id, id) DEFERRABLE INITIALLY DEFERRED
);
create policy every_company on funnels to svc_funnel using (true);
create policy one_company on funnels to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table holdouts (
  company_id text not null,
  experiment_id text not null, -- Of insight-svc.
  test jsonb not null, -- FunnelTest of libs/domain.
  ended_at timestamp with time zone, -- null: it runs.
  constraint holdouts_pkey PRIMARY KEY (company_id),
  constraint holdouts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
create policy every_company on holdouts to svc_funnel using (true);
create policy one_company on holdouts to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table pictures (
  seq bigint generated always as identity not null, -- Order of creation.
  company_id text not null, -- Owner. Two companies may have the same picture.
  hash bytea not null, -- SHA-256 of the content, which is also its address.
  width integer not null, -- Pixels.
  height integer not null, -- Pixels.
  size_bytes integer not null, -- Length of the content.
  created_at timestamp with time zone not null, -- Time of the upload.
  content bytea not null, -- WebP as analysis-svc made it.
  constraint pictures_seq_key UNIQUE (seq),
  constraint pictures_pkey PRIMARY KEY (company_id, hash),
  constraint pictures_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX pictures_hash_idx ON funnel.pictures USING btree (hash);
create policy every_company on pictures to svc_funnel using (true);
create policy one_company on pictures to svc_funnel_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create view all_api_keys as
 SELECT id,
    company_id,
    key_hash,
    scopes,
    expires_at,
    revoked_at,
    last_used_at
   FROM api_keys;

create view all_blueprint_deliveries as
 SELECT company_id,
    delivered_at
   FROM blueprint_deliveries;

create view all_companies as
 SELECT id,
    handle,
    name,
    language,
    company_key,
    domains,
    settings,
    version,
    change_xid,
    webhook IS NOT NULL AS has_webhook,
    crm IS NOT NULL AS has_crm
   FROM companies;

create view all_funnel_tests as
 SELECT funnel_id,
    kind,
    test,
    ended_at
   FROM funnel_tests;

create view all_funnel_versions as
 SELECT id,
    company_id,
    funnel_id,
    number,
    state,
    steps
   FROM funnel_versions;

create view all_funnels as
 SELECT id,
    company_id,
    subdomain,
    host,
    name,
    value,
    paused,
    archived_at,
    published_version_id,
    draft_version_id
   FROM funnels;

create view all_pictures as
 SELECT hash,
    content
   FROM pictures;

CREATE OR REPLACE FUNCTION funnel.change_position()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_snapshot_xmin(pg_current_snapshot())$function$;

CREATE OR REPLACE FUNCTION funnel.change_stamp()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_current_xact_id()$function$;

CREATE OR REPLACE FUNCTION funnel.change_start(cursor xid8)
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$ select case when cursor > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else cursor end $function$;

CREATE OR REPLACE FUNCTION funnel.forget_user(user_id text, user_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'funnel', 'pg_temp'
AS $function$
    begin
      delete from funnel_editors e where e.user_id = forget_user.user_id;
      update api_keys t set created_by = null, created_by_id = null
       where t.created_by_id = forget_user.user_id
          or (t.created_by_id is null and forget_user.user_name <> '' and t.created_by = forget_user.user_name);
      update funnel_edits t set updated_by = '', updated_by_id = null
       where t.updated_by_id = forget_user.user_id
          or (t.updated_by_id is null and forget_user.user_name <> '' and t.updated_by = forget_user.user_name);
      update funnel_releases t set released_by = '', released_by_id = null
       where t.released_by_id = forget_user.user_id
          or (t.released_by_id is null and forget_user.user_name <> '' and t.released_by = forget_user.user_name);
    end $function$;

CREATE OR REPLACE FUNCTION funnel.notify_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify(tg_table_schema || '.' || tg_table_name, '');
      return null;
    end $function$;
