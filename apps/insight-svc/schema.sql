-- Page loads of funnels under random ids; kept 90 days. No address, user agent, answer or cookie.
create table visits (
  company_id text not null,
  day date not null, -- UTC day of started_at as the first report had it; never changes.
  visit_id text not null, -- Made at random by the page.
  funnel_id text not null,
  version_id text not null,
  source text not null, -- Tracking source; empty: none.
  locale text not null, -- BCP 47, lower case.
  device text not null,
  started_at timestamp with time zone not null, -- When a report arrived, less the time since the visit began; the earliest of all reports.
  events jsonb not null, -- Lists of number, type (1 shown, 2 answered, 3 back, 4 finished, 5 left), step, milliseconds since the visit began.
  updated_at timestamp with time zone default now() not null, -- Of the last report; sums of days follow it.
  constraint visits_pkey PRIMARY KEY (company_id, day, visit_id),
  constraint visits_device_check CHECK ((device = ANY (ARRAY['PHONE'::text, 'TABLET'::text, 'DESKTOP'::text])))
) partition by RANGE (day);
CREATE INDEX visits_updated_idx ON ONLY insight.visits USING btree (updated_at);
create policy every_company on visits to svc_insight using (true);
create policy one_company on visits to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create view all_visits as
 SELECT company_id,
    started_at,
    updated_at
   FROM visits;

CREATE OR REPLACE FUNCTION insight.create_visit_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'insight', 'pg_temp'
AS $function$
    declare
      name text := 'visits_' || to_char(day, 'YYYYMMDD');
    begin
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I (like visits including all)', name);
      execute format('revoke all on %I from svc_insight_app', name);
      execute format('alter table visits attach partition %I for values from (%L) to (%L)', name, day, day + 1);
    end $function$;

CREATE OR REPLACE FUNCTION insight.drop_visit_partition(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'insight', 'pg_temp'
AS $function$
    begin
      execute format('drop table if exists %I', 'visits_' || to_char(day, 'YYYYMMDD'));
    end $function$;
