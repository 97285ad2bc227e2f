import type { Knex } from 'knex';

/** Between words; cut off the end of a product's name are all but the closing brackets. */
const SEPARATORS = `' ' || chr(160) || chr(9) || '-' || chr(8211) || chr(8212) || '_,;:/|' || chr(183) || '()[]'`;
const TRIMMED = SEPARATORS.replace('()[]', '([');

const COMMENTS: Record<string, Record<string, string>> = {
  catalogs: {
    company_id: 'Company; companies are known to funnel-svc only.',
    version: 'Raised in the transaction that makes another catalog current; 0: none was ever.',
    change_xid: 'Transaction that raised the version; ListCatalogChanges goes by it.',
    revision: 'Newest blueprint revision that was applied; an older or equal one changes nothing.',
    blueprint_digest: 'SHA-256 of the catalog section that was applied last, also after an import in between.',
    currency: 'ISO 4217; variants that name none have this one.',
    feed: 'Feed of libs/domain, or null.',
  },
  products: {
    shop_system_id: "The merchant's id, exact.",
    position: 'Place among the products of the catalog in force, from 0 without gaps; stale when not in_feed.',
    in_feed: 'Part of the catalog in force. A product that vanished stays, since old results refer to it.',
    name: 'Display name; in a feed what the names of the variants have in common.',
    url: 'Product page.',
    image_url: 'Cover image.',
    vendor: 'Brand.',
    line: 'Product line.',
    tags: 'namespace:value, normalized; its variants have them too.',
  },
  variants: {
    shop_system_id: "The merchant's id, exact; matches answer with it.",
    product_id:
      'shop_system_id of its product. No foreign key: its check of every row would double the time of an import.',
    position:
      'Place among the variants of the catalog in force, product by product, from 0 without gaps; stale when not in_feed.',
    in_feed: 'Part of the catalog in force. A variant that vanished stays, since old results refer to it.',
    available: 'May be matched; false when not in_feed.',
    name: 'Display name.',
    url: 'Variant page.',
    price: 'Decimal string with a point.',
    compare_at_price: 'Decimal string with a point.',
    currency: "ISO 4217 when the row named one; null: the company's.",
    color: 'Shade as #rrggbb.',
    image_url: 'Cover image.',
    short_description: 'Shown on cards and in webhooks.',
    package_size: 'For example 30 ml.',
    unit_price_measurement: 'For example 100 ml.',
    tags: 'namespace:value, normalized; without those of its product.',
  },
};

/** Catalogs: one row a company, its products and its variants. Nothing is ever deleted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table catalogs (
      company_id text primary key,
      version bigint not null default 0,
      change_xid xid8 not null default pg_current_xact_id(),
      revision bigint not null default 0,
      blueprint_digest bytea,
      currency text,
      feed jsonb
    )`);
  await knex.raw('create index catalogs_change_idx on catalogs (change_xid)');
  await knex.raw(`
    create table products (
      company_id text collate "C" not null,
      shop_system_id text collate "C" not null,
      position integer not null,
      in_feed boolean not null,
      name text not null,
      url text,
      image_url text,
      vendor text,
      line text,
      tags text[] not null,
      primary key (company_id, shop_system_id)
    )`);
  // Only the keys are indexed: an index on product_id would lengthen every import by a sixth. Lists for people and snapshots
  // read all rows of a company.
  await knex.raw(`
    create table variants (
      company_id text collate "C" not null,
      shop_system_id text collate "C" not null,
      product_id text collate "C" not null,
      position integer not null,
      in_feed boolean not null,
      available boolean not null,
      name text not null,
      url text,
      price text,
      compare_at_price text,
      currency text,
      color text,
      image_url text,
      short_description text,
      package_size text,
      unit_price_measurement text,
      tags text[] not null,
      primary key (company_id, shop_system_id)
    )`);

  // The same rule as commonWords() of feeds/common-name.ts, for products whose rows stand apart in a feed.
  await knex.raw(`
    create function is_word_boundary(name text, place integer) returns boolean immutable strict language sql as $$
      select place = length(name)
          or position(substr(name, place + 1, 1) in ${SEPARATORS}) > 0
          or position(substr(name, place, 1) in ${SEPARATORS}) > 0
    $$`);
  await knex.raw(`
    create function common_words(a text, b text) returns text immutable strict language plpgsql as $$
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
    end $$`);
  await knex.raw('create aggregate common_words(text) (sfunc = common_words, stype = text)');
  await knex.raw(`
    create function product_name(words text, first_name text) returns text immutable language sql as $$
      select case when words = first_name then first_name
                  else coalesce(nullif(rtrim(words, ${TRIMMED}), ''), first_name) end
    $$`);
  await comment(knex, COMMENTS);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function product_name(text, text)');
  await knex.raw('drop aggregate common_words(text)');
  await knex.raw('drop function common_words(text, text)');
  await knex.raw('drop function is_word_boundary(text, integer)');
  await knex.raw('drop table variants');
  await knex.raw('drop table products');
  await knex.raw('drop table catalogs');
}

async function comment(knex: Knex, comments: typeof COMMENTS): Promise<void> {
  for (const [table, columns] of Object.entries(comments)) {
    for (const [column, text] of Object.entries(columns)) {
      await knex.raw(`comment on column ${table}.${column} is '${text.replaceAll("'", "''")}'`);
    }
  }
}
