import type { Knex } from 'knex';
import { listProductDirectories } from '../db/list-product-directories.js';
import { getCommonDirectories } from '../domain/common-directories.js';

/** Beginnings that a page has to compare its path with. docs/components.md B10. */
const MAX_PATHS = 20;
/** Where shops of Shopify show their products, whatever address the catalog has of them. */
const SHOPIFY_PATHS = ['/collections/', '/products/'];

/** Beginnings of the paths of a company's product pages, percent-encoded, at most 20. */
export function listProductPaths(deps: { db: Knex }) {
  return async (companyId: string): Promise<string[]> => {
    const directories = await listProductDirectories(deps.db, companyId, SHOPIFY_PATHS);
    return getCommonDirectories(directories, MAX_PATHS).map(toPathname);
  };
}

/** As a browser writes it in `location.pathname`. */
const toPathname = (directory: string): string =>
  new URL(directory.replace(/[%?#]/g, encodeURIComponent), 'https://shop.example').pathname;
