import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { isWebAddress } from '../domain/web-address.js';

/** A variant in force as it is searched and shown; what the catalog lacks is absent. */
export interface SearchDocument {
  /** Place in catalog order. */
  position: number;
  variantId: string;
  productId: string;
  productName: string;
  variantName: string;
  price?: string | undefined;
  /** Absent without a price. */
  currency?: string | undefined;
  available: boolean;
  vendor?: string | undefined;
  line?: string | undefined;
  packageSize?: string | undefined;
  shortDescription?: string | undefined;
  color?: string | undefined;
  /** Of the feed, those of the product too. */
  tags: string[];
  link?: string | undefined;
  imageUrl?: string | undefined;
}

/** A page, and the catalog version that it is of; 0: the company has no catalog. */
export interface SearchDocumentPage {
  version: number;
  /** In the order of their variant ids. */
  documents: SearchDocument[];
}

type Row = { version: string } & { [Key in keyof SearchDocument]: SearchDocument[Key] | null };

/**
 * One statement, so that the version and the documents are of one moment. The primary key of variants gives the page, one look-up
 * each gives the products: a page costs the same wherever it is.
 */
export const LIST_SEARCH_DOCUMENTS = `
  select coalesce((select version from catalogs where company_id = $1), 0) as version, document.*
    from (values (true)) as always
    left join lateral (
      select v.position, v.shop_system_id as "variantId", v.product_id as "productId", p.name as "productName",
             v.name as "variantName", v.price,
             case when v.price is not null
                  then coalesce(v.currency, (select currency from catalogs where company_id = $1)) end as currency,
             v.available, p.vendor, p.line, v.package_size as "packageSize", v.short_description as "shortDescription", v.color,
             p.tags || v.tags as tags, coalesce(v.url, p.url) as link, coalesce(v.image_url, p.image_url) as "imageUrl"
        from (select * from variants
               where company_id = $1 and in_feed and shop_system_id > $2
               order by shop_system_id limit $3) v
       cross join lateral (select * from products where company_id = $1 and shop_system_id = v.product_id limit 1) p
       order by v.shop_system_id
    ) document on true`;

const LIST: PreparedStatement = { name: 'list-search-documents', text: LIST_SEARCH_DOCUMENTS };

/**
 * Variants in force of one company whose id is after `after`.
 * @param after - variant id; '': from the beginning, since no id is empty.
 */
export async function listSearchDocuments(
  db: Knex,
  companyId: string,
  { after, limit }: { after: string; limit: number },
): Promise<SearchDocumentPage> {
  const { rows } = await runPreparedForCompany<Row>(db, companyId, LIST, [companyId, after, limit]);
  return { version: Number(rows[0]?.version ?? 0), documents: rows.flatMap(toDocument) };
}

/** Without documents, the only row has the version alone. */
function toDocument(row: Row): SearchDocument[] {
  const { position, variantId, productId, productName, variantName, available, tags } = row;
  if (position === null || variantId === null || productId === null) return [];
  const link = row.link ?? undefined;
  const imageUrl = row.imageUrl ?? undefined;
  return [
    {
      position,
      variantId,
      productId,
      productName: productName ?? '',
      variantName: variantName ?? '',
      available: available === true,
      price: row.price ?? undefined,
      currency: row.currency ?? undefined,
      vendor: row.vendor ?? undefined,
      line: row.line ?? undefined,
      packageSize: row.packageSize ?? undefined,
      shortDescription: row.shortDescription ?? undefined,
      color: row.color ?? undefined,
      tags: [...new Set(tags ?? [])],
      link: isWebAddress(link) ? link : undefined,
      imageUrl: isWebAddress(imageUrl) ? imageUrl : undefined,
    },
  ];
}
