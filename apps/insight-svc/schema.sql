-- Page loads of shop pages by what happened; kept without limit, no personal data.
create table activity_days (
  company_id text not null,
  day date not null, -- In the company's time zone.
  funnel_id text not null,
  type text not null,
  visits integer not null,
  constraint activity_days_pkey PRIMARY KEY (company_id, day, funnel_id, type)
);
create policy every_company on activity_days to svc_insight using (true);
create policy one_company on activity_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Random salts of days, deleted when their day is over: without them a hash names no visit.
create table activity_salts (
  day date not null,
  salt bytea not null,
  constraint activity_salts_pkey PRIMARY KEY (day)
);

-- What page loads of shop pages were counted with, kept 24 hours.
create table activity_visits (
  company_id text not null,
  visit_hash bytea not null, -- SHA-256 of the salt of the day and the id that the page made at random.
  funnel_id text not null, -- Empty: none.
  type text not null,
  received_at timestamp with time zone not null,
  constraint activity_visits_pkey PRIMARY KEY (company_id, visit_hash, funnel_id, type)
);
CREATE INDEX activity_visits_age_idx ON insight.activity_visits USING btree (received_at);
create policy every_company on activity_visits to svc_insight using (true);
create policy one_company on activity_visits to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of analyses by the day of their creation; kept without limit, no personal data.
create table analysis_days (
  company_id text not null,
  funnel_id text not null,
  day date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  analyses integer not null, -- Analyses that are no retakes.
  retakes integer not null, -- Retakes, which no other column counts.
  retakes_known integer not null, -- Analyses and retakes of which it is known.
  asked integer not null, -- Analyses whose steps asked for a contact field.
  given integer not null, -- Of these, those with a contact field.
  shown integer not null,
  clicked integer not null,
  added integer not null,
  bought integer not null,
  constraint analysis_days_pkey PRIMARY KEY (company_id, funnel_id, day, version_id, locale, source)
);
create policy every_company on analysis_days to svc_insight using (true);
create policy one_company on analysis_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- What shoppers did with the matches of analyses, kept 400 days.
create table analysis_events (
  company_id text not null,
  analysis_hash bytea not null,
  variants jsonb not null, -- Lists of variant and the sum of 1 shown, 2 clicked, 4 added to the cart, 8 bought.
  updated_at timestamp with time zone not null, -- When it was listed last.
  constraint analysis_events_pkey PRIMARY KEY (company_id, analysis_hash)
);
CREATE INDEX analysis_events_age_idx ON insight.analysis_events USING btree (updated_at);
CREATE INDEX analysis_events_hash_idx ON insight.analysis_events USING btree (analysis_hash);
create policy every_company on analysis_events to svc_insight using (true);
create policy one_company on analysis_events to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- What reports count of analyses, kept 400 days. No contact data, only which fields there are.
create table analysis_facts (
  company_id text not null,
  analysis_hash bytea not null, -- SHA-256 of the analysis id.
  funnel_id text not null,
  version_id text not null,
  locale text not null, -- BCP 47, lower case; empty: not known.
  source text not null,
  created_at timestamp with time zone not null,
  steps jsonb not null, -- Questions that were shown: lists of step and chosen keys.
  asked_contact text[] not null, -- Contact fields that a shown step asked for.
  given_contact text[] not null, -- Contact fields that the analysis has.
  is_retake boolean, -- An earlier analysis has the same address; null: not known.
  experiment_id text, -- Test of the questionnaire that assigned the version; null: none.
  constraint analysis_facts_pkey PRIMARY KEY (company_id, analysis_hash)
);
CREATE INDEX analysis_facts_age_idx ON insight.analysis_facts USING btree (created_at);
CREATE INDEX analysis_facts_day_idx ON insight.analysis_facts USING btree (company_id, created_at);
CREATE INDEX analysis_facts_hash_idx ON insight.analysis_facts USING btree (analysis_hash);
CREATE TRIGGER mark_order_days_delete_old AFTER DELETE ON insight.analysis_facts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_insert_new AFTER INSERT ON insight.analysis_facts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_new AFTER UPDATE ON insight.analysis_facts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_old AFTER UPDATE ON insight.analysis_facts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
create policy every_company on analysis_facts to svc_insight using (true);
create policy one_company on analysis_facts to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- The one analysis that a line is credited to. Lines without one are the base of comparison.
create table attributions (
  company_id text not null,
  order_key text not null,
  line_key text not null,
  analysis_hash bytea not null, -- SHA-256 of the analysis id.
  funnel_id text, -- null: the analysis could not be read.
  rule text not null, -- DIRECT: the analysis recommended this variant; ASSISTED: another one.
  proof text not null, -- CONFIRMED: the variant is in the match of an analysis of the company, or was used in it.
  version_id text, -- Of the analysis, once what is known of it was deleted by age; null before.
  locale text, -- Of the analysis, once what is known of it was deleted by age; null before.
  source text, -- Of the analysis, once what is known of it was deleted by age; null before.
  tabs text[], -- Keys of the tabs that the variant stood in when the order arrived; null: not known. Empty: none.
  rules text[], -- Keys of the rules that pinned the variant, or raised or lowered its score; null: not known. Empty: none.
  constraint attributions_pkey PRIMARY KEY (company_id, order_key, line_key),
  constraint attributions_company_id_order_key_line_key_fkey FOREIGN KEY (company_id, order_key, line_key) REFERENCES order_lines(company_id, order_key, line_key) ON DELETE CASCADE,
  constraint attributions_proof_check CHECK ((proof = ANY (ARRAY['CONFIRMED'::text, 'CLAIMED'::text]))),
  constraint attributions_rule_check CHECK ((rule = ANY (ARRAY['DIRECT'::text, 'ASSISTED'::text])))
);
CREATE INDEX attributions_analysis_idx ON insight.attributions USING btree (analysis_hash);
CREATE TRIGGER mark_order_days_delete_old AFTER DELETE ON insight.attributions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_insert_new AFTER INSERT ON insight.attributions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_new AFTER UPDATE ON insight.attributions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_old AFTER UPDATE ON insight.attributions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
create policy every_company on attributions to svc_insight using (true);
create policy one_company on attributions to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Time zones by which the days of companies were added up; absent: UTC.
create table company_zones (
  company_id text not null,
  time_zone text not null,
  is_stale boolean not null, -- The zone was changed: all days whose visits are kept must be added up again.
  constraint company_zones_pkey PRIMARY KEY (company_id)
);
create policy every_company on company_zones to svc_insight using (true);
create policy one_company on company_zones to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Credited lines of orders that are kept, as reports read them. Days that are not in order_sum_days are not read.
create table credited_lines (
  company_id text not null,
  day date not null,
  line_number integer not null, -- Of the day.
  order_key text not null,
  analysis_hash bytea not null,
  variant_id text not null,
  currency text not null,
  kind text not null,
  rule text not null,
  proof text not null,
  chat text not null,
  totals_include_tax boolean not null,
  funnel_id text not null,
  version_id text not null,
  locale text not null,
  source text not null,
  has_fact boolean not null, -- Version, language and source are known.
  tabs text[],
  rules text[],
  amount numeric not null,
  refunded numeric not null, -- At most the amount.
  constraint credited_lines_pkey PRIMARY KEY (company_id, day, line_number)
);
CREATE INDEX credited_lines_analysis_idx ON insight.credited_lines USING btree (analysis_hash);
create policy every_company on credited_lines to svc_insight using (true);
create policy one_company on credited_lines to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Hashes of erased analyses, of all companies: later orders are not credited to them. Kept 60 days.
create table erased_analyses (
  analysis_hash bytea not null,
  erased_at timestamp with time zone default now() not null,
  constraint erased_analyses_pkey PRIMARY KEY (analysis_hash)
);
CREATE INDEX erased_analyses_age_idx ON insight.erased_analyses USING btree (erased_at);

-- Checks of tests; sums only, no personal data.
create table experiment_checks (
  company_id text not null,
  experiment_id text not null,
  guards jsonb not null, -- Units and cases by guard and arm.
  guarded_at timestamp with time zone not null,
  split jsonb, -- Units, interval and p-value of two halves that do not differ; null: not made yet.
  split_at timestamp with time zone, -- When the units of the 28 days before were split by a new salt.
  constraint experiment_checks_pkey PRIMARY KEY (company_id, experiment_id),
  constraint experiment_checks_company_id_experiment_id_fkey FOREIGN KEY (company_id, experiment_id) REFERENCES experiments(company_id, experiment_id) ON DELETE CASCADE
);
create policy every_company on experiment_checks to svc_insight using (true);
create policy one_company on experiment_checks to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of tests by day; kept without limit, contain no personal data.
create table experiment_days (
  company_id text not null,
  experiment_id text not null,
  day date not null,
  arm text not null,
  measure text not null, -- EXPOSURE: all units that were assigned, with the time to the first question.
  units integer not null,
  open_units integer not null, -- Units whose attribution window is open; not among units.
  successes integer not null, -- Units whose value is not 0.
  sum double precision not null,
  sum_of_squares double precision not null,
  constraint experiment_days_pkey PRIMARY KEY (company_id, experiment_id, day, arm, measure),
  constraint experiment_days_company_id_experiment_id_fkey FOREIGN KEY (company_id, experiment_id) REFERENCES experiments(company_id, experiment_id) ON DELETE CASCADE
);
create policy every_company on experiment_days to svc_insight using (true);
create policy one_company on experiment_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Tests of funnels. They have no other source.
create table experiments (
  company_id text not null,
  experiment_id text not null,
  seq bigint generated always as identity not null, -- Order of creation, for pages.
  kind text not null,
  funnel_id text not null,
  name text not null,
  hypothesis text not null,
  primary_measure text not null,
  minimum_effect double precision not null, -- Smallest difference worth knowing, in the unit of the primary measure; 0: open.
  arms jsonb not null, -- Key, name, weight, and the version or the settings of each arm; the first is the base.
  state text not null, -- A dry check is RUNNING before counts_from.
  revision integer not null,
  plan jsonb, -- Planned units and days as of the start.
  revenue_cap double precision, -- Revenue per unit counts up to it; null: no orders when the test started.
  currency text not null, -- ISO 4217: revenue counts orders in it; empty before the start.
  salt text not null, -- Arms are assigned by it; empty before the start.
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  counts_from timestamp with time zone, -- Units count from here on: the start, or the end of the dry check.
  ended_at timestamp with time zone,
  end_reason text,
  summed_until timestamp with time zone, -- How far experiment_days was added up; null: not at all.
  constraint experiments_pkey PRIMARY KEY (company_id, experiment_id),
  constraint experiments_end_reason_check CHECK ((end_reason = ANY (ARRAY['STOPPED'::text, 'PUBLISHED'::text]))),
  constraint experiments_kind_check CHECK ((kind = ANY (ARRAY['QUESTIONNAIRE'::text, 'MATCHING'::text, 'HOLDOUT'::text]))) NOT VALID,
  constraint experiments_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'RUNNING'::text, 'DECIDED'::text, 'STOPPED'::text, 'ARCHIVED'::text])))
);
CREATE INDEX experiments_newest_idx ON insight.experiments USING btree (company_id, seq);
CREATE UNIQUE INDEX experiments_running_idx ON insight.experiments USING btree (company_id, funnel_id, kind) WHERE (state = 'RUNNING'::text);
create policy every_company on experiments to svc_insight using (true);
create policy one_company on experiments to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Visitors of shops that are units of a holdout, kept 400 days.
create table exposures (
  company_id text not null,
  experiment_id text not null,
  visitor_hash bytea not null, -- SHA-256 of the company and the id that the browser made at random.
  arm text not null,
  exposed_at timestamp with time zone not null, -- When it was reported first.
  constraint exposures_pkey PRIMARY KEY (company_id, experiment_id, visitor_hash),
  constraint exposures_company_id_experiment_id_fkey FOREIGN KEY (company_id, experiment_id) REFERENCES experiments(company_id, experiment_id) ON DELETE CASCADE
);
CREATE INDEX exposures_age_idx ON insight.exposures USING btree (exposed_at);
create policy every_company on exposures to svc_insight using (true);
create policy one_company on exposures to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- How far this service has followed others.
create table follower_cursors (
  name text not null,
  cursor text not null,
  constraint follower_cursors_pkey PRIMARY KEY (name)
);

-- Sums of visits; kept without limit, contain no personal data.
create table funnel_days (
  company_id text not null,
  funnel_id text not null,
  day date not null, -- Of the beginning of the visit, in the company's time zone when it was added up.
  version_id text not null,
  locale text not null,
  source text not null,
  device text not null,
  visits integer not null, -- Page loads that showed a step.
  starts integer not null, -- Of these, with an answer, or continued from a step.
  finishes integer not null, -- Of these, whose answers were sent.
  constraint funnel_days_pkey PRIMARY KEY (company_id, funnel_id, day, version_id, locale, source, device)
);
create policy every_company on funnel_days to svc_insight using (true);
create policy one_company on funnel_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Credited lines of orders that are kept, as reports add them up. Days that are not in order_sum_days are not read.
create table line_credits (
  company_id text not null,
  day date not null,
  line_number integer not null, -- Of the day.
  group_code smallint not null, -- Sum of 2: the order is verified, 1: totals include tax.
  credit_code smallint not null, -- Sum of 2: direct, 1: confirmed.
  chat_code smallint not null, -- 0: last used earlier, 1: never, 2: recently.
  day_orders smallint, -- 1 at the first line of an order with this credit, 0 at its others; null: these are credited to several analyses, so orders must be distinguished.
  variant_orders smallint, -- The same for lines with this variant.
  variant_analyses smallint, -- 1 at the first line of an analysis with this credit and variant, 0 at its others; null: these are, or were, of several orders.
  currency text not null,
  variant_id text not null,
  amount numeric not null,
  refunded numeric not null, -- At most the amount.
  places text not null, -- JSON: lists of tabs and of rules; null in place of a list: not known.
  funnel_id text not null,
  version_id text not null,
  locale text not null,
  source text not null,
  has_fact boolean not null, -- Version, language and source are known.
  analysis_hash bytea not null,
  order_key text not null,
  constraint line_credits_pkey PRIMARY KEY (company_id, day, line_number)
);
CREATE INDEX line_credits_analysis_idx ON insight.line_credits USING btree (analysis_hash, company_id);
CREATE INDEX line_credits_shared_idx ON insight.line_credits USING btree (company_id, day) WHERE ((day_orders IS NULL) OR (variant_orders IS NULL) OR (variant_analyses IS NULL));
create policy every_company on line_credits to svc_insight using (true);
create policy one_company on line_credits to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of answers of analyses that are no retakes.
create table option_days (
  company_id text not null,
  funnel_id text not null,
  day date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  step_id bigint not null,
  option_key text not null, -- Key in lower case; empty: analyses that were shown the step.
  analyses integer not null,
  constraint option_days_pkey PRIMARY KEY (company_id, funnel_id, day, version_id, locale, source, step_id, option_key)
);
create policy every_company on option_days to svc_insight using (true);
create policy one_company on option_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of weeks of option_days.
create table option_weeks (
  company_id text not null,
  funnel_id text not null,
  week date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  step_id bigint not null,
  option_key text not null,
  analyses integer not null,
  constraint option_weeks_pkey PRIMARY KEY (company_id, funnel_id, week, version_id, locale, source, step_id, option_key)
);
create policy every_company on option_weeks to svc_insight using (true);
create policy one_company on option_weeks to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Quarters of an hour whose orders changed. Days in which they are must be added up again; until then reports read their orders.
create table order_day_marks (
  company_id text not null,
  quarter timestamp with time zone not null -- Its beginning; every time zone begins its days with one.
);
CREATE INDEX order_day_marks_idx ON insight.order_day_marks USING btree (company_id, quarter);
create policy every_company on order_day_marks to svc_insight using (true);
create policy one_company on order_day_marks to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of orders that are kept.
create table order_days (
  company_id text not null,
  day date not null,
  scope text not null, -- COMPANY: of all funnels together; FUNNEL: of each.
  funnel_id text not null, -- Empty: all funnels, no analysis, or one that could not be read.
  currency text not null,
  kind text not null,
  rule text not null,
  proof text not null,
  chat text not null,
  totals_include_tax boolean not null,
  orders integer not null,
  lines integer not null,
  gross numeric not null,
  refunded numeric not null,
  window_days smallint[] not null, -- Days from an analysis to an order, that these orders were attributed with.
  constraint order_days_pkey PRIMARY KEY (company_id, day, scope, funnel_id, currency, kind, rule, proof, chat, totals_include_tax),
  constraint order_days_scope_check CHECK ((scope = ANY (ARRAY['COMPANY'::text, 'FUNNEL'::text])))
);
create policy every_company on order_days to svc_insight using (true);
create policy one_company on order_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table order_lines (
  company_id text not null,
  order_key text not null,
  line_key text not null, -- Merchant's id of the line, unique within the order.
  variant_id text not null,
  product_id text,
  quantity integer not null,
  price numeric(16,4) not null, -- Per unit.
  amount numeric(20,4) not null, -- Price × quantity, less the discount of the line and its share of the discount of the order.
  is_foreign boolean default false not null, -- The catalog did not have the variant when the order arrived.
  constraint order_lines_pkey PRIMARY KEY (company_id, order_key, line_key),
  constraint order_lines_company_id_order_key_fkey FOREIGN KEY (company_id, order_key) REFERENCES orders(company_id, order_key) ON DELETE CASCADE
);
CREATE INDEX order_lines_foreign_idx ON insight.order_lines USING btree (company_id) WHERE is_foreign;
CREATE TRIGGER mark_order_days_delete_old AFTER DELETE ON insight.order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_insert_new AFTER INSERT ON insight.order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_new AFTER UPDATE ON insight.order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_old AFTER UPDATE ON insight.order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
create policy every_company on order_lines to svc_insight using (true);
create policy one_company on order_lines to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Days whose orders were added up.
create table order_sum_days (
  company_id text not null,
  day date not null,
  time_zone text not null, -- IANA name of the zone whose day it is.
  has_line_credits boolean default false not null, -- False: the release before added the day up, without line_credits and what is counted of refunds.
  refunds integer default 0 not null, -- Refunds of the orders of the day.
  late_refunds integer default 0 not null, -- Of these, those made more than 60 days after their order.
  unknown_refund_lines integer default 0 not null, -- Refunded lines that their order does not have.
  excess_refund_lines integer default 0 not null, -- Lines of which more was refunded in time than they were worth.
  constraint order_sum_days_pkey PRIMARY KEY (company_id, day)
);
create policy every_company on order_sum_days to svc_insight using (true);
create policy one_company on order_sum_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Orders of shops, kept 400 days. No name, address or contact data.
create table orders (
  company_id text not null,
  order_key text not null, -- Merchant's id of the order.
  kind text not null,
  content_hash bytea not null, -- SHA-256 of what must not change under the same id.
  ordered_at timestamp with time zone not null, -- Creation of the order in the shop.
  currency text not null, -- ISO 4217.
  totals_include_tax boolean not null,
  had_chat boolean, -- Last chat message at most 3 days before the order; null: the shopper never used the chat.
  window_days smallint not null, -- Days from an analysis to the order that its attributions were made with.
  names_unknown_analyses_only boolean not null, -- The order names analyses, none of which could be read.
  received_at timestamp with time zone not null,
  visitor_hash bytea, -- The same of the visitor who ordered; null: not known, or no unit of a holdout.
  unread_analyses integer default 0 not null, -- Analyses that the order names beyond those that are read; no line is credited to them.
  constraint orders_pkey PRIMARY KEY (company_id, order_key),
  constraint orders_kind_check CHECK ((kind = ANY (ARRAY['REPORTED'::text, 'VERIFIED'::text])))
);
CREATE INDEX orders_age_idx ON insight.orders USING btree (ordered_at);
CREATE INDEX orders_day_idx ON insight.orders USING btree (company_id, ordered_at);
CREATE INDEX orders_unknown_analyses_idx ON insight.orders USING btree (company_id) WHERE names_unknown_analyses_only;
CREATE INDEX orders_unread_analyses_idx ON insight.orders USING btree (company_id) WHERE (unread_analyses > 0);
CREATE INDEX orders_visitor_idx ON insight.orders USING btree (company_id, visitor_hash) WHERE (visitor_hash IS NOT NULL);
CREATE TRIGGER mark_order_days_delete_old AFTER DELETE ON insight.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_insert_new AFTER INSERT ON insight.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_new AFTER UPDATE ON insight.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_old AFTER UPDATE ON insight.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
create policy every_company on orders to svc_insight using (true);
create policy one_company on orders to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Lines of refunds, kept 400 days. The order may be unknown, or arrive later.
create table refunds (
  company_id text not null,
  refund_key text not null, -- Merchant's id of the refund.
  line_key text not null,
  order_key text not null,
  content_hash bytea not null,
  refunded_at timestamp with time zone not null, -- Creation of the refund in the shop.
  amount numeric(16,4) not null,
  received_at timestamp with time zone not null,
  constraint refunds_pkey PRIMARY KEY (company_id, refund_key, line_key)
);
CREATE INDEX refunds_age_idx ON insight.refunds USING btree (refunded_at);
CREATE INDEX refunds_order_idx ON insight.refunds USING btree (company_id, order_key, line_key);
CREATE TRIGGER mark_order_days_delete_old AFTER DELETE ON insight.refunds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_insert_new AFTER INSERT ON insight.refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_new AFTER UPDATE ON insight.refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
CREATE TRIGGER mark_order_days_update_old AFTER UPDATE ON insight.refunds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
create policy every_company on refunds to svc_insight using (true);
create policy one_company on refunds to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Refused requests by their reason; kept without limit, no personal data.
create table refusal_days (
  company_id text not null,
  day date not null, -- On which the request arrived, in the time zone of the company.
  kind text not null,
  reason text not null, -- Code of the error; of visits OTHER_VISIT or TOO_MANY_EVENTS.
  requests integer not null,
  constraint refusal_days_pkey PRIMARY KEY (company_id, day, kind, reason),
  constraint refusal_days_kind_check CHECK ((kind = ANY (ARRAY['ORDER'::text, 'REFUND'::text, 'VISIT'::text])))
);
create policy every_company on refusal_days to svc_insight using (true);
create policy one_company on refusal_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of orders that were deleted by age; kept without limit, no personal data.
create table revenue_days (
  company_id text not null,
  day date not null, -- Of the order, in the company's time zone when the order was deleted.
  funnel_id text not null, -- Empty: no analysis, or one that could not be read.
  version_id text not null, -- Empty: not known, like language and source.
  locale text not null,
  source text not null,
  currency text not null,
  kind text not null,
  rule text not null,
  proof text not null,
  chat text not null,
  totals_include_tax boolean not null,
  orders integer not null,
  lines integer not null,
  gross numeric not null,
  refunded numeric not null,
  window_days smallint[] default '{}'::smallint[] not null, -- Days from an analysis to an order, that its orders were attributed with; empty: not kept.
  constraint revenue_days_pkey PRIMARY KEY (company_id, day, funnel_id, version_id, locale, source, currency, kind, rule, proof, chat, totals_include_tax)
);
create policy every_company on revenue_days to svc_insight using (true);
create policy one_company on revenue_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of credited lines of orders that were deleted by age, by tab and by rule; kept without limit, no personal data. A line in several tabs is in the sum of each.
create table revenue_place_days (
  company_id text not null,
  day date not null, -- Of the order, in the company's time zone when the order was deleted.
  subject text not null,
  place text not null,
  key text not null, -- Of the tab or rule; empty where the place is not NAMED.
  funnel_id text not null,
  version_id text not null, -- Empty: not known, like language and source.
  locale text not null,
  source text not null,
  currency text not null,
  kind text not null,
  rule text not null,
  proof text not null,
  totals_include_tax boolean not null,
  lines integer not null,
  gross numeric not null,
  refunded numeric not null,
  constraint revenue_place_days_pkey PRIMARY KEY (company_id, day, subject, place, key, funnel_id, version_id, locale, source, currency, kind, rule, proof, totals_include_tax),
  constraint revenue_place_days_place_check CHECK ((place = ANY (ARRAY['NAMED'::text, 'NONE'::text, 'UNKNOWN'::text]))),
  constraint revenue_place_days_subject_check CHECK ((subject = ANY (ARRAY['TAB'::text, 'RULE'::text])))
);
create policy every_company on revenue_place_days to svc_insight using (true);
create policy one_company on revenue_place_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Days of the company's time zone whose analyses must be added up again.
create table stale_fact_days (
  company_id text not null,
  day date not null,
  constraint stale_fact_days_pkey PRIMARY KEY (company_id, day)
);
create policy every_company on stale_fact_days to svc_insight using (true);
create policy one_company on stale_fact_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of the steps that visits were shown.
create table step_days (
  company_id text not null,
  funnel_id text not null,
  day date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  device text not null,
  step_id bigint not null,
  shown integer not null, -- Visits that were shown the step, however often.
  answered integer not null,
  back integer not null,
  exits integer not null, -- Visits whose last shown step this is, and that did not finish.
  first_shown bigint not null, -- Sum of the places at which visits were shown it first, from 0; for the order of steps.
  times jsonb not null, -- Visits by class of the time on the step: class to number.
  constraint step_days_pkey PRIMARY KEY (company_id, funnel_id, day, version_id, locale, source, device, step_id)
);
create policy every_company on step_days to svc_insight using (true);
create policy one_company on step_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of weeks of step_days, of all devices together.
create table step_weeks (
  company_id text not null,
  funnel_id text not null,
  week date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  step_id bigint not null,
  shown integer not null,
  answered integer not null,
  back integer not null,
  exits integer not null,
  first_shown bigint not null,
  times jsonb not null,
  constraint step_weeks_pkey PRIMARY KEY (company_id, funnel_id, week, version_id, locale, source, step_id)
);
create policy every_company on step_weeks to svc_insight using (true);
create policy one_company on step_weeks to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- How far visits were added up: those that were stored before.
create table sum_progress (
  name text not null,
  until timestamp with time zone not null,
  constraint sum_progress_pkey PRIMARY KEY (name)
);

-- Weeks that have sums of days.
create table sum_weeks (
  company_id text not null,
  subject text not null,
  week date not null, -- Its Monday.
  is_added_up boolean not null, -- The sums of the week are those of its days; false: a day changed, so its days are read.
  constraint sum_weeks_pkey PRIMARY KEY (company_id, subject, week),
  constraint sum_weeks_subject_check CHECK ((subject = ANY (ARRAY['VISITS'::text, 'ANALYSES'::text])))
);
CREATE INDEX sum_weeks_open_idx ON insight.sum_weeks USING btree (week) WHERE (NOT is_added_up);
create policy every_company on sum_weeks to svc_insight using (true);
create policy one_company on sum_weeks to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Analyses with credited lines whose tabs and rules are not known yet; kept until they are, at most about a day.
create table unexplained_analyses (
  company_id text not null,
  analysis_hash bytea not null,
  analysis_id text not null, -- To ask with; the only place that has it.
  tries smallint not null, -- So far.
  next_try_at timestamp with time zone not null,
  constraint unexplained_analyses_pkey PRIMARY KEY (company_id, analysis_hash)
);
CREATE INDEX unexplained_analyses_analysis_idx ON insight.unexplained_analyses USING btree (analysis_hash);
CREATE INDEX unexplained_analyses_due_idx ON insight.unexplained_analyses USING btree (next_try_at);
create policy every_company on unexplained_analyses to svc_insight using (true);
create policy one_company on unexplained_analyses to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Analyses, without retakes, by what was done with a variant.
create table variant_days (
  company_id text not null,
  funnel_id text not null,
  day date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  variant_id text not null, -- Merchant's id.
  shown integer not null,
  clicked integer not null,
  added integer not null,
  bought integer not null,
  constraint variant_days_pkey PRIMARY KEY (company_id, funnel_id, day, version_id, locale, source, variant_id)
);
create policy every_company on variant_days to svc_insight using (true);
create policy one_company on variant_days to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Sums of weeks of variant_days.
create table variant_weeks (
  company_id text not null,
  funnel_id text not null,
  week date not null,
  version_id text not null,
  locale text not null,
  source text not null,
  variant_id text not null,
  shown integer not null,
  clicked integer not null,
  added integer not null,
  bought integer not null,
  constraint variant_weeks_pkey PRIMARY KEY (company_id, funnel_id, week, version_id, locale, source, variant_id)
);
create policy every_company on variant_weeks to svc_insight using (true);
create policy one_company on variant_weeks to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Page loads of funnels under random ids; kept 90 days. No address, user agent, answer or cookie.
create table visits (
  company_id text not null,
  day date not null, -- UTC day of started_at.
  visit_id text not null, -- Made at random by the page.
  funnel_id text not null,
  version_id text not null,
  source text not null, -- Tracking source; empty: none.
  locale text not null, -- BCP 47, lower case.
  device text not null,
  started_at timestamp with time zone not null, -- When a report arrived, less the time since the visit began; of the first report.
  events jsonb not null, -- Lists of number, type (1 shown, 2 answered, 3 back, 4 finished, 5 left), step, milliseconds since the visit began.
  updated_at timestamp with time zone default now() not null, -- Of the last report; sums of days follow it.
  experiment_id text, -- Test that the visit was assigned to.
  arm text, -- Its arm.
  visitor_hash bytea, -- Stored visitor, hashed as in exposures; null: none, or no test.
  constraint visits_pkey PRIMARY KEY (company_id, day, visit_id),
  constraint visits_device_check CHECK ((device = ANY (ARRAY['PHONE'::text, 'TABLET'::text, 'DESKTOP'::text])))
) partition by RANGE (day);
CREATE INDEX visits_updated_idx ON ONLY insight.visits USING btree (updated_at);
create policy every_company on visits to svc_insight using (true);
create policy one_company on visits to svc_insight_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create view all_activity_visits as
 SELECT company_id,
    received_at
   FROM activity_visits;

create view all_analysis_events as
 SELECT company_id,
    analysis_hash,
    updated_at
   FROM analysis_events;

create view all_analysis_facts as
 SELECT company_id,
    analysis_hash,
    created_at
   FROM analysis_facts;

create view all_attributions as
 SELECT company_id,
    order_key,
    line_key,
    analysis_hash
   FROM attributions;

create view all_company_zones as
 SELECT company_id,
    time_zone,
    is_stale
   FROM company_zones;

create view all_credited_lines as
 SELECT analysis_hash
   FROM credited_lines;

create view all_experiments as
 SELECT company_id,
    experiment_id,
    state,
    ended_at
   FROM experiments;

create view all_exposures as
 SELECT company_id,
    exposed_at
   FROM exposures;

create view all_line_credits as
 SELECT analysis_hash
   FROM line_credits;

create view all_order_day_marks as
 SELECT company_id,
    quarter
   FROM order_day_marks;

create view all_order_lines as
 SELECT company_id,
    order_key,
    line_key
   FROM order_lines;

create view all_order_sum_days as
 SELECT company_id,
    day,
    time_zone,
    has_line_credits
   FROM order_sum_days;

create view all_orders as
 SELECT company_id,
    order_key,
    ordered_at
   FROM orders;

create view all_refunds as
 SELECT company_id,
    order_key,
    line_key,
    refunded_at
   FROM refunds;

create view all_stale_fact_days as
 SELECT company_id,
    day
   FROM stale_fact_days;

create view all_sum_weeks as
 SELECT company_id,
    subject,
    week,
    is_added_up
   FROM sum_weeks;

create view all_unexplained_analyses as
 SELECT company_id,
    analysis_hash,
    analysis_id,
    tries,
    next_try_at
   FROM unexplained_analyses;

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

CREATE OR REPLACE FUNCTION insight.mark_order_day(changed_company text, changed_quarter timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      if pg_try_advisory_xact_lock_shared(hashtextextended('order sums ' || changed_company, 0)) then
        if exists (select from all_order_day_marks where company_id = changed_company and quarter = changed_quarter) then
          return;
        end if;
      end if;
      insert into all_order_day_marks (company_id, quarter) values (changed_company, changed_quarter);
    end $function$;

CREATE OR REPLACE FUNCTION insight.mark_order_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'insight'
AS $function$
    declare
      moment record;
    begin
      if tg_table_name = 'orders' then
        for moment in select distinct company_id, date_bin('15 minutes', ordered_at, timestamptz '2000-01-01T00:00Z') as quarter from changed loop
          perform mark_order_day(moment.company_id, moment.quarter);
        end loop;
      elsif tg_table_name = 'analysis_facts' then
        for moment in
          select distinct own.company_id, date_bin('15 minutes', ordered_at, timestamptz '2000-01-01T00:00Z') as quarter from changed c
            cross join lateral (
              select company_id, order_key from all_attributions where analysis_hash = c.analysis_hash offset 0) as credited
            cross join lateral (
              select o.company_id, o.ordered_at from all_orders o
               where o.company_id = credited.company_id and o.order_key = credited.order_key offset 0) as own
        loop
          perform mark_order_day(moment.company_id, moment.quarter);
        end loop;
      else
        for moment in
          select distinct own.company_id, date_bin('15 minutes', ordered_at, timestamptz '2000-01-01T00:00Z') as quarter from changed c cross join lateral (
            select o.company_id, o.ordered_at from all_orders o
             where o.company_id = c.company_id and o.order_key = c.order_key offset 0) as own
        loop
          perform mark_order_day(moment.company_id, moment.quarter);
        end loop;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION insight.store_order(lock_name text, named bytea[], new_order jsonb, new_lines jsonb, new_credits jsonb, unexplained jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'insight'
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtextextended(lock_name, 0));
      if exists (select from orders where company_id = new_order->>'company_id' and order_key = new_order->>'order_key') then
        return false;
      end if;
      if cardinality(named) > 0 then
        perform pg_advisory_xact_lock_shared(hashtextextended('erasures of analyses', 0));
        if exists (select from erased_analyses where analysis_hash = any(named)) then return false; end if;
      end if;
      insert into orders (company_id, order_key, kind, content_hash, ordered_at, currency, totals_include_tax, had_chat, window_days,
        names_unknown_analyses_only, unread_analyses, visitor_hash, received_at) select company_id, order_key, kind, content_hash, ordered_at, currency, totals_include_tax, had_chat, window_days,
        names_unknown_analyses_only, unread_analyses, visitor_hash, received_at from jsonb_populate_record(null::orders, new_order);
      insert into order_lines (company_id, order_key, line_key, variant_id, product_id, is_foreign, quantity, price, amount) select company_id, order_key, line_key, variant_id, product_id, is_foreign, quantity, price, amount from jsonb_populate_recordset(null::order_lines, new_lines);
      if new_credits <> '[]' then
        insert into attributions (company_id, order_key, line_key, analysis_hash, funnel_id, rule, proof, tabs, rules) select company_id, order_key, line_key, analysis_hash, funnel_id, rule, proof, tabs, rules from jsonb_populate_recordset(null::attributions, new_credits);
      end if;
      if unexplained <> '[]' then
        insert into unexplained_analyses (company_id, analysis_hash, analysis_id, tries, next_try_at)
        select company_id, analysis_hash, analysis_id, tries, next_try_at from jsonb_populate_recordset(null::unexplained_analyses, unexplained)
        on conflict (company_id, analysis_hash) do nothing;
      end if;
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION insight.store_refund(lock_name text, new_lines jsonb, OUT known_content bytea, OUT is_order_known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'insight'
AS $function$
    declare
      company text := new_lines->0->>'company_id';
    begin
      perform pg_advisory_xact_lock(hashtextextended(lock_name, 0));
      known_content := (select content_hash from refunds where company_id = company and refund_key = new_lines->0->>'refund_key' limit 1);
      if known_content is null then
        insert into refunds (company_id, refund_key, line_key, order_key, content_hash, refunded_at, amount, received_at) select company_id, refund_key, line_key, order_key, content_hash, refunded_at, amount, received_at from jsonb_populate_recordset(null::refunds, new_lines);
      end if;
      is_order_known := exists (select from orders where company_id = company and order_key = new_lines->0->>'order_key');
    end $function$;
