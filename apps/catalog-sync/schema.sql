create table catalogs (
  company_id text not null, -- Company; companies are known to funnel-svc only.
  version bigint default 0 not null, -- Raised in the transaction that makes another catalog current; 0: none was ever.
  change_xid xid8 default change_stamp() not null, -- Transaction that raised the version; ListCatalogChanges goes by it.
  revision bigint default 0 not null, -- Newest blueprint revision that was applied; an older or equal one changes nothing.
  blueprint_digest bytea, -- SHA-256 of the catalog section that was applied last, also after an import in between.
  currency text, -- ISO 4217; variants that name none have this one.
  feed jsonb, -- Feed of libs/domain, or null.
  mapping json, -- ColumnMapping of libs/domain, or null.
  file_digest bytea, -- SHA-256 of the file that was imported last and of how it was read; null: none was.
  file_version bigint, -- Version that the file led to; another version in force: something came after it.
  file_report jsonb, -- RunReport of that import.
  source text, -- What the catalog in force came from: UPLOAD, FEED or SHOPIFY, as for runs, or BLUEPRINT; null: nothing came since this column exists.
  constraint catalogs_pkey PRIMARY KEY (company_id)
);
CREATE INDEX catalogs_change_idx ON catalog.catalogs USING btree (change_xid);
CREATE TRIGGER notify_of_change AFTER INSERT OR DELETE OR UPDATE ON catalog.catalogs FOR EACH STATEMENT EXECUTE FUNCTION notify_of_change();
create policy every_company on catalogs to svc_catalog using (true);
create policy one_company on catalogs to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table feed_states (
  company_id text not null, -- Company that has a feed; its address stands in catalogs.feed.
  next_sync_at timestamp with time zone not null, -- When the feed is fetched again; while it is, the time after which its process counts as killed.
  failures integer default 0 not null, -- Failed runs in a row.
  etag text, -- ETag of the last imported answer.
  last_modified text, -- Last-Modified of the last imported answer.
  file_digest bytea, -- catalogs.file_digest of that answer: etag and last_modified hold for nothing else.
  last_run_id text, -- Newest run of the feed.
  constraint feed_states_pkey PRIMARY KEY (company_id)
);
CREATE INDEX feed_states_next_sync_idx ON catalog.feed_states USING btree (next_sync_at);
create policy every_company on feed_states to svc_catalog using (true);
create policy one_company on feed_states to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- Staged rows of held imports; columns as in products and variants.
create table held_rows (
  run_id text not null, -- The held run; its rows are gone when it is decided.
  position integer not null, -- As in the staging table: place of a product or a variant in the file.
  product_id text not null, -- Product of the row.
  id text, -- Variant id; null: the row is a product.
  name text,
  url text,
  image_url text,
  tags text[] not null,
  available boolean,
  price text,
  compare_at_price text,
  currency text,
  color text,
  short_description text,
  package_size text,
  unit_price_measurement text,
  words text,
  first_name text,
  vendor text,
  line text,
  constraint held_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE CASCADE
);
CREATE INDEX held_rows_run_idx ON catalog.held_rows USING btree (run_id);
create policy every_company on held_rows to svc_catalog using (true);
create policy one_company on held_rows to svc_catalog_app using ((run_id IN ( SELECT import_runs.id
   FROM import_runs)));

create table import_runs (
  number bigint generated always as identity not null, -- Order of creation; lists go by it.
  id text not null, -- Opaque id of the API.
  company_id text not null, -- Company whose catalog the run is about.
  state text not null, -- RUNNING, SUCCEEDED, FAILED or HELD.
  dry_run boolean not null, -- Reports only.
  lease_until timestamp with time zone not null, -- A RUNNING run whose process has not extended this in time is abandoned.
  report jsonb default '{}'::jsonb not null, -- Counts, rejected rows, notes: RunReport of src/domain/import-run.ts. What the run did, or would have done.
  reason text, -- Why it failed or is held.
  created_at timestamp with time zone not null, -- When it began.
  finished_at timestamp with time zone, -- When it ended.
  currency text, -- ISO 4217 of rows that name none, as it was when the file came; null: not said.
  decision text, -- Decision about a held run: APPLIED, DISCARDED or SUPERSEDED; null: it is still held, or never was.
  source text default 'UPLOAD'::text not null, -- UPLOAD: a file was sent; FEED: it was fetched; SHOPIFY: a bulk operation of a shop wrote it.
  progress jsonb, -- ImportProgress of src/domain/import-run.ts while the run is running; null before the first report.
  changes jsonb, -- ImportChanges of src/domain/import-changes.ts: a sample of what the file changes in the catalog that it was compared with; null: nothing was compared.
  constraint import_runs_id_key UNIQUE (id),
  constraint import_runs_pkey PRIMARY KEY (number),
  constraint import_runs_decision_check CHECK ((decision = ANY (ARRAY['APPLIED'::text, 'DISCARDED'::text, 'SUPERSEDED'::text]))),
  constraint import_runs_source_check CHECK ((source = ANY (ARRAY['UPLOAD'::text, 'FEED'::text, 'SHOPIFY'::text]))),
  constraint import_runs_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'HELD'::text])))
);
CREATE INDEX import_runs_company_idx ON catalog.import_runs USING btree (company_id, number DESC);
CREATE INDEX import_runs_finished_idx ON catalog.import_runs USING btree (finished_at);
CREATE UNIQUE INDEX import_runs_running_idx ON catalog.import_runs USING btree (company_id) WHERE (state = 'RUNNING'::text);
create policy every_company on import_runs to svc_catalog using (true);
create policy one_company on import_runs to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

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
CREATE INDEX jobs_due_idx ON catalog.jobs USING btree (run_at, id) WHERE ((lease_until IS NULL) AND (dead_at IS NULL));
CREATE UNIQUE INDEX jobs_key_idx ON catalog.jobs USING btree (task, key) WHERE ((key IS NOT NULL) AND (lease_until IS NULL) AND (dead_at IS NULL));
CREATE INDEX jobs_lane_idx ON catalog.jobs USING btree (lane) WHERE (lease_until IS NOT NULL);
CREATE INDEX jobs_lane_waiting_idx ON catalog.jobs USING btree (lane, run_at, id) INCLUDE (lane_width) WHERE ((lane IS NOT NULL) AND (dead_at IS NULL));
CREATE INDEX jobs_running_idx ON catalog.jobs USING btree (lease_until) WHERE (lease_until IS NOT NULL);

create table products (
  company_id text not null,
  shop_system_id text not null, -- The merchant's id, exact.
  position integer not null, -- Place among the products of the catalog in force, from 0 without gaps; stale when not in_feed.
  in_feed boolean not null, -- Part of the catalog in force. A product that vanished stays, since old results refer to it.
  name text not null, -- Display name; in a feed what the names of the variants have in common.
  url text, -- Product page.
  image_url text, -- Cover image.
  vendor text, -- Brand.
  line text, -- Product line.
  tags text[] not null, -- namespace:value, normalized; its variants have them too.
  address_hash bigint generated always as (page_address_hash(url)) stored, -- Of page_address(url): finds the product of a page; addresses are compared as well.
  handle_hash bigint generated always as (product_handle_hash(url)) stored, -- Of product_handle(url): the part from /products/ on, which all pages of a product of a Shopify shop share.
  constraint products_pkey PRIMARY KEY (company_id, shop_system_id)
);
CREATE INDEX products_address_idx ON catalog.products USING btree (company_id, address_hash) WHERE (address_hash IS NOT NULL);
CREATE INDEX products_handle_idx ON catalog.products USING btree (company_id, handle_hash) WHERE (handle_hash IS NOT NULL);
create policy every_company on products to svc_catalog using (true);
create policy one_company on products to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table shopify_events (
  shop text not null, -- Domain of the shop.
  topic text not null, -- Topic; one event may be sent under several.
  event_id text not null, -- Shopify's id of what happened; the same in copies and retries.
  received_at timestamp with time zone default now() not null, -- When it came first. Kept for 8 days.
  constraint shopify_events_pkey PRIMARY KEY (shop, topic, event_id)
);
CREATE INDEX shopify_events_received_idx ON catalog.shopify_events USING btree (received_at);

-- Shops that a company disconnected, until Shopify requests the erasure of what came from them or the company connects them again.
create table shopify_former_shops (
  company_id text not null,
  shop text not null, -- Domain of the shop.
  constraint shopify_former_shops_pkey PRIMARY KEY (shop, company_id)
);
create policy every_company on shopify_former_shops to svc_catalog using (true);
create policy one_company on shopify_former_shops to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table shopify_installs (
  state_hash bytea not null, -- SHA-256 of the state that the browser carries; deleted when it comes back: it serves once.
  company_id text not null, -- Company that began the install.
  shop text not null, -- Domain of the shop, for example glow.myshopify.com.
  expires_at timestamp with time zone not null, -- After this time the install must be started again.
  constraint shopify_installs_pkey PRIMARY KEY (state_hash)
);
create policy every_company on shopify_installs to svc_catalog using (true);
create policy one_company on shopify_installs to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table shopify_products (
  company_id text not null, -- Company of the shop.
  product_id text not null, -- Numeric id of a product that a webhook reported as changed.
  told_at timestamp with time zone not null, -- When the last webhook about it arrived. Kept for 8 days.
  told_updated_at timestamp with time zone, -- Newest updated_at of its webhooks; null: it was deleted.
  updated_at timestamp with time zone, -- updatedAt of what the catalog holds; null: not read yet, or deleted.
  constraint shopify_products_pkey PRIMARY KEY (company_id, product_id)
);
CREATE INDEX shopify_products_told_idx ON catalog.shopify_products USING btree (told_at);
create policy every_company on shopify_products to svc_catalog using (true);
create policy one_company on shopify_products to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table shopify_shops (
  company_id text not null, -- Company whose catalog comes from the shop.
  shop text not null, -- Domain of the shop; a shop belongs to one company.
  state text not null, -- CONNECTED, NEEDS_REINSTALL (Shopify refused to renew the token) or UNINSTALLED.
  scopes text not null, -- What the merchant consented to, separated by commas.
  sealed_tokens bytea, -- Access token and refresh token, encrypted with AES-256-GCM under SECRETS_KEY; null: there are none any more.
  token_expires_at timestamp with time zone, -- When the access token ends; null: it does not.
  connected_at timestamp with time zone not null, -- When the merchant consented last.
  sync_wanted boolean not null, -- The whole catalog is to be read; stays until it was.
  bulk_operation_id text, -- Operation that writes it; null: none was begun.
  bulk_started_at timestamp with time zone, -- When it was begun; what changed since then is read again after its import.
  synced_at timestamp with time zone, -- When the whole catalog was read last; null: never, and single products wait for it.
  last_run_id text, -- Newest import run of the shop.
  next_sync_at timestamp with time zone, -- When the whole catalog is read again.
  failures integer default 0 not null, -- Failed syncs in a row.
  problem text, -- Why the last sync failed, or why the shop is not connected; for people.
  constraint shopify_shops_shop_key UNIQUE (shop),
  constraint shopify_shops_pkey PRIMARY KEY (company_id),
  constraint shopify_shops_state_check CHECK ((state = ANY (ARRAY['CONNECTED'::text, 'NEEDS_REINSTALL'::text, 'UNINSTALLED'::text])))
);
CREATE INDEX shopify_shops_next_sync_idx ON catalog.shopify_shops USING btree (next_sync_at);
create policy every_company on shopify_shops to svc_catalog using (true);
create policy one_company on shopify_shops to svc_catalog_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create table variants (
  company_id text not null,
  shop_system_id text not null, -- The merchant's id, exact; matches answer with it.
  product_id text not null, -- shop_system_id of its product. No foreign key: its check of every row would double the time of an import.
  position integer not null, -- Place among the variants of the catalog in force, product by product, from 0 without gaps; stale when not in_feed.
  in_feed boolean not null, -- Part of the catalog in force. A variant that vanished stays, since old results refer to it.
  available boolean not null, -- May be matched; false when not in_feed.
  name text not null, -- Display name.
  url text, -- Variant page.
  price text, -- Decimal string with a point.
  compare_at_price text, -- Decimal string with a point.
  currency text, -- ISO 4217 when the row named one; null: the company's.
  color text, -- Shade as #rrggbb.
  image_url text, -- Cover image.
  short_description text, -- Shown on cards and in webhooks.
  package_size text, -- For example 30 ml.
  unit_price_measurement text, -- For example 100 ml.
  tags text[] not null, -- namespace:value, normalized; without those of its product.
  constraint variants_pkey PRIMARY KEY (company_id, shop_system_id)
);

create view all_catalogs as
 SELECT company_id,
    version,
    change_xid
   FROM catalogs;

create view all_feed_states as
 SELECT company_id,
    next_sync_at
   FROM feed_states;

create view all_held_rows as
 SELECT run_id
   FROM held_rows;

create view all_import_runs as
 SELECT id,
    state,
    source,
    dry_run,
    lease_until,
    finished_at,
    reason,
    decision
   FROM import_runs;

create view all_shopify_former_shops as
 SELECT company_id,
    shop
   FROM shopify_former_shops;

create view all_shopify_installs as
 SELECT state_hash,
    company_id,
    shop,
    expires_at
   FROM shopify_installs;

create view all_shopify_products as
 SELECT told_at
   FROM shopify_products;

create view all_shopify_shops as
 SELECT company_id,
    shop,
    state,
    sync_wanted,
    next_sync_at
   FROM shopify_shops;

CREATE OR REPLACE FUNCTION catalog.change_position()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_snapshot_xmin(pg_current_snapshot())$function$;

CREATE OR REPLACE FUNCTION catalog.change_stamp()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$select pg_current_xact_id()$function$;

CREATE OR REPLACE FUNCTION catalog.change_start(cursor xid8)
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$ select case when cursor > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else cursor end $function$;

CREATE OR REPLACE FUNCTION catalog.common_words(a text, b text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
    declare
      low integer := 0;
      high integer := least(length(a), length(b));
      middle integer;
    begin
      while low < high loop
        middle := (low + high + 1) / 2;
        if left(a, middle) = left(b, middle) collate "C" then low := middle; else high := middle - 1; end if;
      end loop;
      while low > 0 and not (is_word_boundary(a, low) and is_word_boundary(b, low)) loop
        low := low - 1;
      end loop;
      return left(a, low);
    end $function$;

CREATE OR REPLACE FUNCTION catalog.is_word_boundary(name text, place integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
      select place = length(name)
          or position(substr(name, place + 1, 1) in ' ' || chr(160) || chr(9) || '-' || chr(8211) || chr(8212) || '_,;:/|' || chr(183) || '()[]') > 0
          or position(substr(name, place, 1) in ' ' || chr(160) || chr(9) || '-' || chr(8211) || chr(8212) || '_,;:/|' || chr(183) || '()[]') > 0
    $function$;

CREATE OR REPLACE FUNCTION catalog.notify_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify(tg_table_schema || '.' || tg_table_name, '');
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION catalog.page_address(url text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
    declare
      address text := split_part(split_part(url, '#', 1), '?', 1);
      host text;
      path text;
    begin
      if lower(left(address, 8)) <> 'https://' and lower(left(address, 7)) <> 'http://' then return null; end if;
      address := substr(address, position('://' in address) + 3);
      host := split_part(address, '/', 1);
      path := rtrim(substr(address, length(host) + 1), '/');
      host := lower(split_part(host, '@', -1));
      if left(host, 4) = 'www.' then host := substr(host, 5); end if;
      if right(host, 4) = ':443' then host := left(host, -4); elsif right(host, 3) = ':80' then host := left(host, -3); end if;
      if position('%' in path) > 0 then
        begin
          path := (
            select convert_from(string_agg(case when part[1] ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part[1], 2), 'hex')
                                                else convert_to(part[1], 'UTF8') end, ''::bytea order by place), 'UTF8')
              from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as parts (part, place));
        exception when character_not_in_repertoire or untranslatable_character then null;
        end;
      end if;
      return host || path;
    end $function$;

CREATE OR REPLACE FUNCTION catalog.page_address_hash(url text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN hashtextextended(page_address(url), (0)::bigint);

CREATE OR REPLACE FUNCTION catalog.product_handle(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN CASE WHEN (POSITION(('/products/'::text) IN (url)) > 0) THEN "substring"(page_address(url), '/products/[^/]+$'::text) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION catalog.product_handle_hash(url text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN hashtextextended(product_handle(url), (0)::bigint);

CREATE OR REPLACE FUNCTION catalog.product_name(words text, first_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select case when words = first_name then first_name
                  else coalesce(nullif(rtrim(words, ' ' || chr(160) || chr(9) || '-' || chr(8211) || chr(8212) || '_,;:/|' || chr(183) || '(['), ''), first_name) end
    $function$;
