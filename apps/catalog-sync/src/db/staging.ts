import { STAGED_COLUMNS } from '../feeds/copy-text.js';
import type { Session } from './session.js';

/**
 * A new catalog is staged in a table of the session before it is compared with the one in force: no WAL, no index,
 * and gone with the connection, so that a killed run leaves nothing behind.
 */
export async function createStaging(session: Session): Promise<void> {
  // Rows without `id` are products, the others variants: one COPY loads both.
  await session.query(`
    create temporary table staged (
      position integer not null,
      product_id text collate "C" not null,
      id text collate "C",
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
      line text
    )`);
}

/** Loads lines of `productLine` and `variantLine`. */
export async function loadStaging(session: Session, lines: AsyncIterable<string | Buffer>): Promise<void> {
  await session.copy(`copy staged (${STAGED_COLUMNS.join(', ')}) from stdin`, lines);
}

/**
 * Brings a feed that mentions products in several places into catalog order: one row a product, its first address and
 * first given texts, the words all names share; variants product by product.
 */
export async function gatherScatteredProducts(session: Session): Promise<void> {
  await mergeScatteredProducts(session);
  await session.query(`
    update staged s
       set position = ordered.place
      from (select v.id, row_number() over (order by p.position, v.position) - 1 as place
              from staged v
              join staged p on p.product_id = v.product_id and p.id is null
             where v.id is not null) ordered
     where s.id = ordered.id`);
}

/** The part of `gatherScatteredProducts` that concerns products. */
export async function mergeScatteredProducts(session: Session): Promise<void> {
  await session.query(`
    create temporary table gathered as
      select (array_agg(s order by ctid))[1] as first,
             common_words(words) as words,
             (array_agg(image_url order by ctid) filter (where image_url is not null))[1] as image_url,
             (array_agg(vendor order by ctid) filter (where vendor is not null))[1] as vendor,
             (array_agg(line order by ctid) filter (where line is not null))[1] as line
        from staged s
       where id is null
       group by product_id`);
  await session.query('delete from staged where id is null');
  await session.query(`
    insert into staged (position, product_id, url, tags, first_name, words, image_url, vendor, line)
    select (first).position, (first).product_id, (first).url, (first).tags, (first).first_name, words, image_url, vendor, line
      from gathered`);
  await session.query('drop table gathered');
}
