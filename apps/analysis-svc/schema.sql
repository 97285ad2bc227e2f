create table analyses (
  key bigint generated always as identity not null, -- Internal and never shown: keeps rows in the order of their arrival, for sequential page writes.
  id text not null, -- The public capability: 22 base62 characters from a CSPRNG, without order or time. docs/reliability.md R3.1.
  company_id text not null, -- Company of the API key that created it.
  funnel_id text not null, -- Funnel that was answered.
  version_id text not null, -- Version it is stored against; answers to a superseded one are migrated before they are stored.
  is_preview boolean not null, -- Created against the draft that was current then.
  answers jsonb not null, -- MatchingAnswers of libs/domain: enum answers upper-case, option keys lower-case; nothing personal.
  color jsonb, -- Color type with its axes, parts, scores, confidence and mapping version; computed once, at creation.
  first_name text, -- Contact field; never leaves this service over GetMatchingInput.
  last_name text, -- Contact field.
  email text, -- Contact field, as given.
  email_key text, -- email in lower case (Unicode, not the database locale), for erasure by address.
  started_at timestamp with time zone, -- Tracking only: when the visitor began.
  source text, -- Tracking only.
  query_string text, -- Tracking only: query of the landing URL.
  selfie_source text, -- Tracking only: UPLOADED, CAMERA or another string as given.
  selfie_sent boolean not null, -- A selfie came with the answers. The picture itself is stored nowhere.
  selfie_consent boolean, -- What the visitor answered to the consent text, as sent. docs/reliability.md R10.5.
  selfie_consent_version text, -- Version of the consent text that was shown.
  idempotency_key_hash bytea, -- SHA-256 of the Idempotency-Key, so that erasure finds the stored response.
  created_at timestamp with time zone default now() not null, -- Time of creation.
  selfie jsonb, -- SelfieOutcome: used, or ignored for which reason; features measured with confidence and color. Null: no selfie came, or none was analyzed yet when it came.
  change_xid xid8 default change_stamp(), -- Transaction that stored it: followers read by it and miss none (ADR 0007). Null: older than this column.
  experiment_id text, -- Test of the questionnaire that assigned the version; null: none.
  visitor_hash bytea, -- SHA-256 of company and stored visitor, to find retakes; null: no visitor is kept.
  constraint analyses_id_key UNIQUE (id),
  constraint analyses_pkey PRIMARY KEY (key)
);
CREATE INDEX analyses_change_idx ON analysis.analyses USING btree (COALESCE(change_xid, '0'::xid8), key);
CREATE INDEX analyses_email_idx ON analysis.analyses USING btree (company_id, email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX analyses_funnel_idx ON analysis.analyses USING btree (funnel_id, key) WHERE (NOT is_preview);
CREATE INDEX analyses_visitor_idx ON analysis.analyses USING btree (company_id, visitor_hash, key) WHERE (visitor_hash IS NOT NULL);
create policy every_company on analyses to svc_analysis using (true);
create policy one_company on analyses to svc_analysis_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table deliveries (
  id text not null, -- The webhook-id: stays the same over all attempts. msg_ and random characters, without a point.
  company_id text not null, -- Company of the funnel.
  analysis_id text, -- Analysis that is delivered. Null: it was erased together with all data in this row.
  target text not null, -- webhook or crm; where that is, is asked for at each attempt.
  page_origin text not null, -- Scheme, host and port of the page as the shopper reached it, for analysis_url.
  subdomain text not null, -- Sub-domain of the funnel at submission: funnel_name of the payload.
  funnel_value text not null, -- The funnel’s merchant-defined value at submission.
  language text not null, -- Company language at submission; names in the payload are in it.
  state text default 'PENDING'::text not null, -- PENDING: not delivered yet. DELIVERED: the endpoint responded with 2xx. DEAD: no further attempts.
  body text, -- webhook_payload, the JSON text that is sent and signed; never changed once it is built. Holds contact data. Null: not built, erased, or past its retention.
  attempts integer default 0 not null, -- Attempts that were begun.
  next_attempt_at timestamp with time zone default now(), -- When it is tried next; null: not by itself.
  sending_until timestamp with time zone, -- While an attempt is under way: when it is over at the latest. Set by the statement that hands the body out and only while the row is PENDING, so that an erasure knows what to wait for.
  last_status integer, -- HTTP status of the last attempt; null: there was no answer.
  last_error text, -- Why the last attempt does not count; without personal data.
  created_at timestamp with time zone default now() not null, -- Time of the submission.
  finished_at timestamp with time zone, -- When it became DELIVERED or DEAD.
  tries integer default 0 not null, -- Failed attempts since the submission or the last redelivery: the schedule goes by them.
  redeliveries integer default 0 not null, -- Number of redeliveries. An attempt that started before the last one does not change the state.
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_check CHECK (((analysis_id IS NOT NULL) OR ((state <> 'PENDING'::text) AND (body IS NULL)))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'DEAD'::text]))),
  constraint deliveries_target_check CHECK ((target = ANY (ARRAY['webhook'::text, 'crm'::text])))
);
CREATE UNIQUE INDEX deliveries_analysis_idx ON analysis.deliveries USING btree (analysis_id, target);
CREATE INDEX deliveries_company_idx ON analysis.deliveries USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX deliveries_created_at_idx ON analysis.deliveries USING btree (created_at);
CREATE INDEX deliveries_dead_idx ON analysis.deliveries USING btree (finished_at) WHERE (state = 'DEAD'::text);
CREATE INDEX deliveries_finished_idx ON analysis.deliveries USING btree (finished_at) WHERE ((body IS NOT NULL) AND (finished_at IS NOT NULL));
CREATE INDEX deliveries_held_idx ON analysis.deliveries USING btree (company_id, target) WHERE ((state = 'PENDING'::text) AND (next_attempt_at IS NULL));
CREATE INDEX deliveries_pending_idx ON analysis.deliveries USING btree (company_id, target) WHERE (state = 'PENDING'::text);
CREATE INDEX deliveries_sending_idx ON analysis.deliveries USING btree (company_id) WHERE (sending_until IS NOT NULL);
create policy every_company on deliveries to svc_analysis using (true);
create policy one_company on deliveries to svc_analysis_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table delivery_attempts (
  delivery_id text not null, -- Delivery that was attempted.
  number integer not null, -- The attempt, from 1.
  started_at timestamp with time zone not null, -- When it began.
  duration_ms integer not null, -- How long it took.
  url text not null, -- What was called, without credentials.
  status integer, -- HTTP status of the answer; null: none came.
  error text, -- Why it does not count; null: it does.
  request_headers jsonb not null, -- Headers that were sent, without those that prove the sender.
  response_body text, -- The first 4 KiB of the answer; null: nothing, or past its retention.
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, number),
  constraint delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
CREATE INDEX delivery_attempts_started_idx ON analysis.delivery_attempts USING btree (started_at) WHERE (response_body IS NOT NULL);
create policy every_company on delivery_attempts to svc_analysis using (true);
create policy one_company on delivery_attempts to svc_analysis_app using ((EXISTS ( SELECT
   FROM deliveries
  WHERE (deliveries.id = delivery_attempts.delivery_id))));

-- State of the targets to which analyses are delivered.
create table delivery_endpoints (
  company_id text not null, -- Company that the target belongs to.
  target text not null, -- webhook or crm.
  fingerprint bytea not null, -- SHA-256 of address and secret. A changed fingerprint means a new endpoint, whose state is reset.
  failing_since timestamp with time zone, -- First failed attempt since the last success; null: the last attempt succeeded.
  throttled_until timestamp with time zone, -- Until then it gets nothing: it asked for a pause.
  disabled_at timestamp with time zone, -- When it was switched off; null: it is on.
  disabled_reason text, -- GONE: it answered 410. FAILED_FOR_TOO_LONG: every attempt failed for 120 hours.
  constraint delivery_endpoints_pkey PRIMARY KEY (company_id, target),
  constraint delivery_endpoints_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint delivery_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['GONE'::text, 'FAILED_FOR_TOO_LONG'::text]))),
  constraint delivery_endpoints_target_check CHECK ((target = ANY (ARRAY['webhook'::text, 'crm'::text])))
);
CREATE INDEX delivery_endpoints_disabled_idx ON analysis.delivery_endpoints USING btree (disabled_at) WHERE (disabled_at IS NOT NULL);
create policy every_company on delivery_endpoints to svc_analysis using (true);
create policy one_company on delivery_endpoints to svc_analysis_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table erased_analyses (
  id_hash bytea not null, -- SHA-256 of the analysis id.
  change_xid xid8 default change_stamp() not null, -- Transaction that erased it: followers read by it and miss none (ADR 0007).
  erased_at timestamp with time zone default now() not null, -- Time of erasure; the row is deleted 35 days later.
  constraint erased_analyses_pkey PRIMARY KEY (id_hash)
);
CREATE INDEX erased_analyses_change_idx ON analysis.erased_analyses USING btree (change_xid, id_hash);
CREATE INDEX erased_analyses_erased_at_idx ON analysis.erased_analyses USING btree (erased_at);
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON analysis.erased_analyses FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();

create table idempotency_keys (
  company_id text not null, -- Company of the API key; the key itself is no part of the scope, so a retry with a rotated key replays.
  route text not null, -- Route that the key was sent to.
  key_hash bytea not null, -- SHA-256 of the Idempotency-Key.
  fingerprint bytea, -- SHA-256 of the canonical body with the selfie replaced by its hash; null once erased.
  state text not null, -- running: claimed, work in progress. done: response and analysis stored. erased: the analysis was erased.
  token uuid not null, -- Fencing token of the claim in force: only its holder may finish or release the record.
  lease_until timestamp with time zone not null, -- A running record may be claimed again after this time: its holder has died.
  response bytea, -- Body of the finished success, replayed byte for byte.
  analysis_id text, -- Analysis that the response names.
  created_at timestamp with time zone default now() not null, -- First claim; the record is deleted 24 hours later.
  constraint idempotency_keys_pkey PRIMARY KEY (company_id, key_hash, route),
  constraint idempotency_keys_check CHECK (((state = 'done'::text) = ((response IS NOT NULL) AND (analysis_id IS NOT NULL)))),
  constraint idempotency_keys_check1 CHECK (((state = 'erased'::text) = (fingerprint IS NULL))),
  constraint idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'erased'::text])))
);
CREATE INDEX idempotency_keys_created_at_idx ON analysis.idempotency_keys USING btree (created_at);
create policy every_company on idempotency_keys to svc_analysis using (true);
create policy one_company on idempotency_keys to svc_analysis_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Work that is done later; jobs of libs/kit.
create table jobs (
  id bigint generated always as identity not null, -- Order of creation.
  task text not null, -- Names the function that does it.
  payload jsonb not null, -- What the function gets.
  key text, -- At most one job of a task waits under a key.
  lane text, -- Jobs of a lane run in the order of run_at, at most lane_width at a time.
  lane_width integer, -- Jobs of the lane that may run at a time.
  run_at timestamp with time zone not null, -- When it is due.
  attempt integer default 0 not null, -- How often it was begun.
  lease_until timestamp with time zone, -- While it runs: when its process counts as killed. Null: it waits.
  lease_token uuid, -- Names the attempt that runs; only that one may end it.
  dead_at timestamp with time zone, -- When its last attempt failed; a dead job is kept for inspection.
  last_error text, -- Why the last attempt failed.
  created_at timestamp with time zone default now() not null, -- Time of creation.
  constraint jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX jobs_due_idx ON analysis.jobs USING btree (run_at, id) WHERE ((lease_until IS NULL) AND (dead_at IS NULL));
CREATE UNIQUE INDEX jobs_key_idx ON analysis.jobs USING btree (task, key) WHERE ((key IS NOT NULL) AND (lease_until IS NULL) AND (dead_at IS NULL));
CREATE INDEX jobs_lane_idx ON analysis.jobs USING btree (lane) WHERE (lease_until IS NOT NULL);
CREATE INDEX jobs_lane_waiting_idx ON analysis.jobs USING btree (lane, run_at, id) INCLUDE (lane_width) WHERE ((lane IS NOT NULL) AND (dead_at IS NULL));
CREATE INDEX jobs_running_idx ON analysis.jobs USING btree (lease_until) WHERE (lease_until IS NOT NULL);

create view all_analyses as
 SELECT id,
    company_id,
    funnel_id,
    version_id,
    is_preview,
    answers,
    color,
    selfie_sent,
    COALESCE(first_name, last_name, email) IS NOT NULL AS has_contact,
    key,
    created_at,
    COALESCE(source, ''::text) AS source,
    lower(COALESCE((regexp_match(query_string, '(^|\W)locale=([A-Za-z0-9-]{2,35})(&|$)'::text))[2], ''::text)) AS page_locale,
    first_name IS NOT NULL AS has_first_name,
    last_name IS NOT NULL AS has_last_name,
    email IS NOT NULL AS has_email,
        CASE
            WHEN email_key IS NOT NULL OR visitor_hash IS NOT NULL THEN email_key IS NOT NULL AND (EXISTS ( SELECT
               FROM analyses earlier
              WHERE earlier.company_id = analyses.company_id AND earlier.email_key = analyses.email_key AND earlier.key < analyses.key AND NOT earlier.is_preview)) OR visitor_hash IS NOT NULL AND (EXISTS ( SELECT
               FROM analyses earlier
              WHERE earlier.company_id = analyses.company_id AND earlier.visitor_hash = analyses.visitor_hash AND earlier.key < analyses.key AND NOT earlier.is_preview))
            ELSE NULL::boolean
        END AS is_retake,
    COALESCE(change_xid, '0'::xid8) AS stamp,
    experiment_id
   FROM analyses;

create view all_deliveries as
 SELECT id,
    company_id,
    analysis_id,
    target,
    page_origin,
    subdomain,
    funnel_value,
    language,
    state,
    tries,
    redeliveries,
    next_attempt_at,
    created_at,
    finished_at,
    body,
    body IS NOT NULL AS has_body
   FROM deliveries;

create view all_delivery_attempts as
 SELECT delivery_id,
    number,
    started_at,
    response_body,
    response_body IS NOT NULL AS has_response
   FROM delivery_attempts;

create view all_delivery_endpoints as
 SELECT company_id,
    target,
    fingerprint,
    disabled_at
   FROM delivery_endpoints;

create view all_idempotency_keys as
 SELECT company_id,
    key_hash,
    route,
    state,
    lease_until,
    created_at
   FROM idempotency_keys;

CREATE OR REPLACE FUNCTION analysis.change_position()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_snapshot_xmin(pg_current_snapshot())$function$;

CREATE OR REPLACE FUNCTION analysis.change_stamp()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_current_xact_id()$function$;

CREATE OR REPLACE FUNCTION analysis.change_start(cursor xid8)
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$ select case when cursor > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else cursor end $function$;

CREATE OR REPLACE FUNCTION analysis.delete_old_analyses(days integer, at_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'analysis', 'pg_temp'
AS $function$
      with oldest as (
        select key, created_at from analyses order by key limit at_most
      ), old as (
        select key from analyses
        where key in (select key from oldest where created_at < now() - days * interval '1 day')
        for update skip locked
      ), deleted as (
        delete from analyses using old where analyses.key = old.key returning 1
      )
      select count(*)::integer from deleted
    $function$;

CREATE OR REPLACE FUNCTION analysis.notify_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify(tg_table_schema || '.' || tg_table_name, '');
      return null;
    end $function$;
