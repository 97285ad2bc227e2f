import type { Db } from '@svc/kit';

/** How many products and variants of the catalog in force have a tag. */
export interface TagCount {
  tag: string;
  /** Products that have it, or a variant with it. */
  products: number;
  /** Variants that have it themselves or by their product. */
  variants: number;
}

/**
 * Tags of a company's catalog in force, by name.
 * @param page.query - part of the tag in any letter case; empty: all.
 * @param page.after - the last tag of the page before.
 */
export async function listTags(
  db: Db,
  companyId: string,
  page: { query: string; limit: number; after?: string },
): Promise<{ tags: TagCount[]; next?: string }> {
  // A variant's own tags do not repeat those of its product, so each row counts one variant.
  const { rows } = await db.raw<{ rows: TagCount[] }>(
    `select tag, count(distinct product_id)::int as products, count(*)::int as variants
       from (select v.product_id, unnest(v.tags || p.tags) collate "C" as tag
               from variants v
               join products p on p.company_id = v.company_id and p.shop_system_id = v.product_id
              where v.company_id = :companyId and v.in_feed and p.in_feed) as tagged
      where position(lower(:query) in lower(tag)) > 0 and tag > :after
      group by tag
      order by tag
      limit :limit`,
    { companyId, query: page.query, after: page.after ?? '', limit: page.limit + 1 },
  );
  const tags = rows.slice(0, page.limit);
  const last = tags.at(-1);
  return { tags, ...(rows.length > page.limit && last ? { next: last.tag } : {}) };
}
