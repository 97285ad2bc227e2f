import type { Knex } from 'knex';

/**
 * Finds the product of a shop page by its address. Hashes are columns and not expressions of an index: row-level security lets a
 * statement use an index only for conditions that cannot reveal other rows, which PostgreSQL does not know of these functions.
 */
export async function up(knex: Knex): Promise<void> {
  // Without scheme, user, www., the usual ports, query, fragment and the slash at the end; percent-decoded, unless that is no UTF-8.
  // Null: no http(s) address. Statements without regular expressions: an import runs this for every product.
  await knex.raw(`
    create function page_address(url text) returns text immutable strict language plpgsql as $$
    declare
      address text := split_part(split_part(url, '#', 1), '\\?', 1);
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
    end $$`);
  // Bodies that are parsed here: a restored backup finds the functions whatever its search path is.
  await knex.raw(`
    create function page_address_hash(url text) returns bigint immutable strict language sql
      return hashtextextended(page_address(url), 0)`);
  await knex.raw(`
    create function product_handle(url text) returns text immutable strict language sql
      return case when position('/products/' in url) > 0 then substring(page_address(url) from '/products/[^/]+$') end`);
  await knex.raw(`
    create function product_handle_hash(url text) returns bigint immutable strict language sql
      return hashtextextended(product_handle(url), 0)`);
  await knex.raw(`
    alter table products
      add column address_hash bigint generated always as (page_address_hash(url)) stored,
      add column handle_hash bigint generated always as (product_handle_hash(url)) stored`);
  await knex.raw(
    'create index products_address_idx on products (company_id, address_hash) where address_hash is not null',
  );
  await knex.raw(
    'create index products_handle_idx on products (company_id, handle_hash) where handle_hash is not null',
  );
  const comments = {
    address_hash: 'Of page_address(url): finds the product of a page; addresses are compared as well.',
    handle_hash:
      'Of product_handle(url): the part from /products/ on, which all pages of a product of a Shopify shop share.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column products.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table products drop column address_hash, drop column handle_hash');
  for (const name of ['product_handle_hash', 'product_handle', 'page_address_hash', 'page_address']) {
    await knex.raw(`drop function ${name}(text)`);
  }
}
