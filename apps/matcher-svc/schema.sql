create table catalog_snapshots (
  company_id text not null, -- Company of funnel-svc.
  version bigint not null, -- Catalog version of catalog-sync; 0: it has no catalog.
  data bytea not null, -- CatalogSnapshot of libs/domain: JSON, gzip.
  checksum bytea not null, -- SHA-256 of data; a row with another checksum is deleted and pulled again.
  change_xid xid8 default change_stamp() not null, -- Transaction of the last change; replicas follow changes by it.
  constraint catalog_snapshots_pkey PRIMARY KEY (company_id)
);
CREATE INDEX catalog_snapshots_change_xid_idx ON matcher.catalog_snapshots USING btree (change_xid);
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON matcher.catalog_snapshots FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();
create policy every_company on catalog_snapshots to svc_matcher using (true);
create policy one_company on catalog_snapshots to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table company_config_versions (
  company_id text not null, -- Company of funnel-svc.
  version bigint not null, -- Version of company_configs. A row never changes; the newest 200 of a company are kept.
  config json not null, -- MatchingConfig of libs/domain, whole.
  changed text[] not null, -- Keys that differ from the version before: tagging, sets, funnels/<funnel id>/matching ... Empty: not known.
  created_at timestamp with time zone default now() not null, -- When it came into force; for versions that are older than this table, when they were copied.
  constraint company_config_versions_pkey PRIMARY KEY (company_id, version)
);
create policy every_company on company_config_versions to svc_matcher using (true);
create policy one_company on company_config_versions to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table company_configs (
  company_id text not null, -- Company of funnel-svc.
  revision bigint not null, -- Revision of the last apply; an older or equal one changes nothing. -1: nothing was applied yet.
  version bigint not null, -- Rises with every change of the configuration; part of every cache key.
  config json not null, -- MatchingConfig of libs/domain.
  change_xid xid8 default change_stamp() not null, -- Transaction of the last change; replicas follow changes by it.
  constraint company_configs_pkey PRIMARY KEY (company_id)
);
CREATE INDEX company_configs_change_xid_idx ON matcher.company_configs USING btree (change_xid);
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON matcher.company_configs FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();
create policy every_company on company_configs to svc_matcher using (true);
create policy one_company on company_configs to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Analyses with events, and marks of erased ones, which take no event any more.
create table event_sessions (
  analysis_hash bytea not null, -- SHA-256 of the analysis id.
  company_id text, -- Company of funnel-svc; null: erased before it had events.
  funnel_id text, -- Funnel of the analysis.
  day date, -- UTC day of the earliest event of the batch that came first; never changes.
  is_preview boolean default false not null, -- Made with a draft: kept, but counted nowhere.
  options text[] default '{}'::text[] not null, -- Option tokens of the answers in force at the first event; emptied with the events.
  event_count integer default 0 not null, -- Never below the number of events stored; made exact when it comes to the limit.
  change_xid xid8 default change_stamp() not null, -- Transaction of the last batch or erasure; aggregation follows it (ADR 0007).
  erased_at timestamp with time zone, -- The analysis was erased; the mark is deleted 35 days later.
  constraint event_sessions_pkey PRIMARY KEY (analysis_hash),
  constraint event_sessions_whole CHECK (((erased_at IS NOT NULL) OR ((company_id IS NOT NULL) AND (funnel_id IS NOT NULL) AND (day IS NOT NULL))))
);
CREATE INDEX event_sessions_age_idx ON matcher.event_sessions USING brin (day);
CREATE INDEX event_sessions_change_idx ON matcher.event_sessions USING btree (change_xid);
CREATE INDEX event_sessions_day_idx ON matcher.event_sessions USING btree (company_id, funnel_id, day, analysis_hash) WHERE ((NOT is_preview) AND (erased_at IS NULL));
CREATE INDEX event_sessions_erased_idx ON matcher.event_sessions USING btree (erased_at) WHERE (erased_at IS NOT NULL);
create policy every_company on event_sessions to svc_matcher using (true);
create policy one_company on event_sessions to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table follower_cursors (
  name text not null, -- Followed data: funnels or catalogs.
  cursor text not null, -- Cursor up to which every change was taken over.
  constraint follower_cursors_pkey PRIMARY KEY (name)
);

create table funnel_learning (
  company_id text not null, -- Company of funnel-svc.
  funnel_id text not null, -- Funnel.
  last_version integer default 0 not null, -- Number of the newest model; 0: none was built.
  active_version integer, -- Model in force; null: none.
  pinned boolean default false not null, -- The merchant chose the active model; newer ones do not replace it.
  seen text, -- Digest of the statistics that the last build read; the same ones are not built again.
  outcome text, -- How the last build ended.
  reason text, -- Why there is no new model; null when there is one.
  ended_at timestamp with time zone, -- When the last build ended.
  claimed_by text, -- The build that is running; only it may store its model.
  claimed_until timestamp with time zone, -- When another one may begin, should the running one have died.
  change_xid xid8 default change_stamp() not null, -- Transaction of the last change of the active model; replicas follow changes by it.
  sessions bigint, -- Analyses that the last build read, as counted.
  impressions bigint, -- Impressions that the last build read, as counted.
  constraint funnel_learning_pkey PRIMARY KEY (company_id, funnel_id)
);
CREATE INDEX funnel_learning_change_xid_idx ON matcher.funnel_learning USING btree (change_xid);
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON matcher.funnel_learning FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();
create policy every_company on funnel_learning to svc_matcher using (true);
create policy one_company on funnel_learning to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_models (
  company_id text not null, -- Company of funnel-svc.
  funnel_id text not null, -- Funnel whose sessions were learned from.
  version integer not null, -- Counts the models of the funnel from 1; part of every cache key.
  data bytea not null, -- The model as model-codec.ts writes it.
  checksum bytea not null, -- SHA-256 of data; a row that does not agree is never served.
  until_day date not null, -- Newest UTC day that entered.
  days integer not null, -- Days that entered.
  sessions bigint not null, -- Analyses that entered, as counted.
  impressions bigint not null, -- Impressions that entered, as counted.
  variants integer not null, -- Variants that it knows.
  options integer not null, -- Options with enough analyses.
  built_at timestamp with time zone default now() not null, -- When it was built.
  constraint funnel_models_pkey PRIMARY KEY (company_id, funnel_id, version)
);
create policy every_company on funnel_models to svc_matcher using (true);
create policy one_company on funnel_models to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_states (
  company_id text not null, -- Company of funnel-svc.
  version bigint not null, -- Change number of funnel-svc.
  language text not null, -- Company language, BCP 47.
  funnels json not null, -- [{ funnelId, publishedVersionId, archived }].
  change_xid xid8 default change_stamp() not null, -- Transaction of the last change; replicas follow changes by it.
  constraint funnel_states_pkey PRIMARY KEY (company_id)
);
CREATE INDEX funnel_states_change_xid_idx ON matcher.funnel_states USING btree (change_xid);
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON matcher.funnel_states FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();
create policy every_company on funnel_states to svc_matcher using (true);
create policy one_company on funnel_states to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table funnel_versions (
  version_id text not null, -- Version of a funnel; versions never change.
  company_id text not null, -- Company that the version belongs to; no other may match by it.
  version json not null, -- FunnelVersion of libs/domain.
  constraint funnel_versions_pkey PRIMARY KEY (version_id)
);
create policy every_company on funnel_versions to svc_matcher using (true);
create policy one_company on funnel_versions to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Interactions as reported, kept 90 days from the first day of their analysis.
create table interaction_events (
  analysis_hash bytea not null, -- SHA-256 of the analysis id; the id is a capability and stored nowhere.
  event_id text not null, -- Chosen by the client, unique within the analysis.
  day date not null, -- UTC day of the first event of the analysis, as in event_sessions.
  type smallint not null, -- 1 impression, 2 click, 3 add to cart, 4 purchase.
  variant_id text not null, -- Merchant's id; may have been removed from the catalog.
  position integer, -- Place in the list that was shown, from 0; impressions always have one.
  occurred_at timestamp with time zone not null, -- When it happened, by the clock of the client.
  received_at timestamp with time zone default now() not null, -- When it was stored.
  constraint interaction_events_pkey PRIMARY KEY (analysis_hash, event_id, day)
) partition by RANGE (day);

create table learning_days (
  company_id text not null, -- Company of funnel-svc.
  funnel_id text not null, -- Funnel of the analyses.
  day date not null, -- UTC day of the first event of the analyses.
  data bytea not null, -- DayStats of the learning folder: JSON, gzip.
  checksum bytea not null, -- SHA-256 of data; a row that does not agree is never used.
  updated_at timestamp with time zone default now() not null, -- When the day was last added up.
  constraint learning_days_pkey PRIMARY KEY (company_id, funnel_id, day)
);
CREATE INDEX learning_days_age_idx ON matcher.learning_days USING brin (day);
create policy every_company on learning_days to svc_matcher using (true);
create policy one_company on learning_days to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table stale_learning_days (
  company_id text not null, -- Company of funnel-svc.
  funnel_id text not null, -- Funnel of the analyses.
  day date not null, -- Day whose events changed after it was added up.
  stale_since timestamp with time zone default now() not null, -- When that was noticed; the longest first.
  constraint stale_learning_days_pkey PRIMARY KEY (company_id, funnel_id, day)
);
create policy every_company on stale_learning_days to svc_matcher using (true);
create policy one_company on stale_learning_days to svc_matcher_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create view all_catalog_snapshots as
 SELECT company_id,
    version,
    change_xid
   FROM catalog_snapshots;

create view all_company_configs as
 SELECT company_id,
    change_xid
   FROM company_configs;

create view all_event_sessions as
 SELECT analysis_hash,
    company_id,
    funnel_id,
    day,
    is_preview,
    options,
    event_count,
    change_xid,
    erased_at
   FROM event_sessions;

create view all_funnel_learning as
 SELECT company_id,
    funnel_id,
    seen,
    change_xid
   FROM funnel_learning;

create view all_funnel_states as
 SELECT company_id,
    version,
    change_xid
   FROM funnel_states;

create view all_learning_days as
 SELECT company_id,
    funnel_id,
    day,
    checksum
   FROM learning_days;

create view all_stale_learning_days as
 SELECT company_id,
    funnel_id,
    day,
    stale_since
   FROM stale_learning_days;

CREATE OR REPLACE FUNCTION matcher.change_position()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_snapshot_xmin(pg_current_snapshot())$function$;

CREATE OR REPLACE FUNCTION matcher.change_stamp()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_current_xact_id()$function$;

CREATE OR REPLACE FUNCTION matcher.change_start(cursor xid8)
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$ select case when cursor > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else cursor end $function$;

CREATE OR REPLACE FUNCTION matcher.create_event_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'matcher', 'pg_temp'
AS $function$
    declare
      name text := 'interaction_events_' || to_char(day, 'YYYYMMDD');
    begin
      perform pg_advisory_xact_lock(hashtext('event-partitions'));
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I (like interaction_events including all)', name);
      execute format('alter table interaction_events attach partition %I for values from (%L) to (%L)', name, day, day + 1);
    end $function$;

CREATE OR REPLACE FUNCTION matcher.drop_event_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'matcher', 'pg_temp'
AS $function$
    begin
      execute format('drop table if exists %I', 'interaction_events_' || to_char(day, 'YYYYMMDD'));
    end $function$;

CREATE OR REPLACE FUNCTION matcher.notify_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify(tg_table_schema || '.' || tg_table_name, '');
      return null;
    end $function$;
