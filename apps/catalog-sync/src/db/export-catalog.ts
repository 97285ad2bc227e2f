import { type CatalogSection, MAX_BLUEPRINT_PRODUCTS, MAX_BLUEPRINT_VARIANTS } from '@svc/domain';
import type { Knex } from 'knex';
import { findCatalog } from './catalogs.js';
import { type ProductRow, toProducts, type VariantRow } from './products.js';
import { withSession } from './session.js';

/**
 * The section that, applied, changes nothing: the catalog in force in its order, the currency and the feed, of one moment.
 * A catalog larger than a blueprint may hold, and one that never was, is left out, so that applying leaves it alone.
 */
export async function exportCatalog(db: Knex, companyId: string): Promise<CatalogSection> {
  return withSession(db, companyId, (session) =>
    session.transaction(async () => {
      const catalog = await findCatalog(session, companyId);
      const section: CatalogSection = { feed: catalog.feed };
      if (catalog.currency !== null) section.currency = catalog.currency;
      if (catalog.version === 0) return section;
      const [size] = await session.query<{ products: number; variants: number }>(
        `select (select count(*) from products where company_id = $1 and in_feed)::int as products,
                (select count(*) from variants where company_id = $1 and in_feed)::int as variants`,
        [companyId],
      );
      if (size!.products > MAX_BLUEPRINT_PRODUCTS || size!.variants > MAX_BLUEPRINT_VARIANTS) return section;
      const products = await session.query<ProductRow>(
        'select * from products where company_id = $1 and in_feed order by position',
        [companyId],
      );
      const variants = await session.query<VariantRow>(
        'select * from variants where company_id = $1 and in_feed order by position',
        [companyId],
      );
      section.catalog = { products: toProducts(products, variants, null) };
      return section;
    }, 'begin isolation level repeatable read read only'),
  );
}
