import { hasRows } from './first-catalog.js';
import type { Session } from './session.js';

/** What making the staged catalog current changes, in variants unless said otherwise. */
export interface CatalogDiff {
  /** Variants of the catalog in force. */
  inForce: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** Variants or products whose place changes. */
  moved: number;
  productsCreated: number;
  productsUpdated: number;
  productsRemoved: number;
  /** The company has no rows yet, not even ones that vanished: nothing to compare with. */
  isFirst: boolean;
}

const VARIANT_COLUMNS = [
  'product_id',
  'available',
  'name',
  'url',
  'price',
  'compare_at_price',
  'currency',
  'color',
  'image_url',
  'short_description',
  'package_size',
  'unit_price_measurement',
  'tags',
];
const PRODUCT_COLUMNS = ['name', 'url', 'image_url', 'vendor', 'line', 'tags'];

/** The staged rows, as a table with the columns of `variants`; those of products likewise. */
export const STAGED_VARIANTS = '(select * from staged where id is not null)';
export const STAGED_PRODUCTS = `(select position, product_id as id, coalesce(name, product_name(words, first_name)) as name,
                                 url, image_url, vendor, line, tags
                            from staged where id is null)`;

/** Compares values, not digests of them: exact, and no slower, since PostgreSQL reads the whole row anyway. */
function differs(columns: readonly string[]): string {
  return `(${columns.map((column) => `s.${column}`).join(', ')}) is distinct from (${columns.map((column) => `c.${column}`).join(', ')})`;
}

/** Compares the staged catalog with the one in force. Changes nothing. */
export async function diffStaging(session: Session, companyId: string): Promise<CatalogDiff> {
  if (!(await hasRows(session, companyId))) return firstDiff(session);
  const variants = await compare(session, companyId, 'variants', STAGED_VARIANTS, VARIANT_COLUMNS);
  const products = await compare(session, companyId, 'products', STAGED_PRODUCTS, PRODUCT_COLUMNS);
  return {
    inForce: variants.in_force,
    created: variants.created,
    updated: variants.updated,
    unchanged: variants.staged - variants.created - variants.updated,
    removed: variants.removed,
    moved: variants.moved + products.moved,
    productsCreated: products.created,
    productsUpdated: products.updated,
    productsRemoved: products.removed,
    isFirst: false,
  };
}

async function firstDiff(session: Session): Promise<CatalogDiff> {
  const [counts] = await session.query<{ variants: number; products: number }>(
    'select count(id)::int as variants, (count(*) - count(id))::int as products from staged',
  );
  const { variants, products } = counts!;
  return {
    inForce: 0,
    created: variants,
    updated: 0,
    unchanged: 0,
    removed: 0,
    moved: 0,
    productsCreated: products,
    productsUpdated: 0,
    productsRemoved: 0,
    isFirst: true,
  };
}

interface Comparison {
  in_force: number;
  staged: number;
  created: number;
  updated: number;
  removed: number;
  moved: number;
}

async function compare(
  session: Session,
  companyId: string,
  table: string,
  staged: string,
  columns: readonly string[],
): Promise<Comparison> {
  const rows = await session.query<Comparison>(
    `select (count(c.position))::int as in_force,
            (count(s.id))::int as staged,
            (count(s.id) filter (where c.position is null))::int as created,
            (count(*) filter (where s.id is not null and c.position is not null and ${differs(columns)}))::int as updated,
            (count(c.position) filter (where s.id is null))::int as removed,
            (count(*) filter (where s.position <> c.position))::int as moved
       from ${staged} s
       full join (select * from ${table} where company_id = $1 and in_feed) c on c.shop_system_id = s.id`,
    [companyId],
  );
  return rows[0]!;
}

/** Whether the diff leads to another catalog at all. */
export function changesCatalog(diff: CatalogDiff): boolean {
  return (
    diff.created + diff.updated + diff.removed + diff.moved > 0 ||
    diff.productsCreated + diff.productsUpdated + diff.productsRemoved > 0
  );
}

/**
 * Makes the staged catalog the one in force: set-based, touching only rows that change. Within a transaction that holds the
 * company's row of `catalogs` and that took `diff`.
 */
export async function mergeStaging(session: Session, companyId: string, diff: CatalogDiff): Promise<void> {
  if (diff.isFirst) {
    await insert(session, companyId, 'variants', STAGED_VARIANTS, VARIANT_COLUMNS);
    await insertProducts(session, companyId);
    return;
  }
  const rewritten = diff.moved > 0 || diff.created > 0;
  if (rewritten || diff.updated > 0) await update(session, companyId, 'variants', STAGED_VARIANTS, VARIANT_COLUMNS);
  if (diff.created > 0)
    await insert(session, companyId, 'variants', STAGED_VARIANTS, VARIANT_COLUMNS, isNew('variants'));
  if (diff.removed > 0) await retire(session, companyId, 'variants', ', available = false', 'id');
  const products = { created: diff.productsCreated, updated: diff.productsUpdated, removed: diff.productsRemoved };
  if (rewritten || products.created + products.updated > 0) {
    await update(session, companyId, 'products', STAGED_PRODUCTS, PRODUCT_COLUMNS);
  }
  if (products.created > 0)
    await insert(session, companyId, 'products', STAGED_PRODUCTS, PRODUCT_COLUMNS, isNew('products'));
  if (products.removed > 0) await retire(session, companyId, 'products', '', 'product_id');
}

/** Makes the staged products part of a catalog that has none. */
export async function insertProducts(session: Session, companyId: string): Promise<void> {
  await insert(session, companyId, 'products', STAGED_PRODUCTS, PRODUCT_COLUMNS);
}

async function update(
  session: Session,
  companyId: string,
  table: string,
  staged: string,
  columns: readonly string[],
): Promise<void> {
  await session.query(
    `update ${table} c
        set position = s.position, in_feed = true, ${columns.map((column) => `${column} = s.${column}`).join(', ')}
       from ${staged} s
      where c.company_id = $1 and c.shop_system_id = s.id
        and (not c.in_feed or c.position <> s.position or ${differs(columns)})`,
    [companyId],
  );
}

const isNew = (table: string) =>
  `where not exists (select from ${table} c where c.company_id = $1 and c.shop_system_id = s.id)`;

async function insert(
  session: Session,
  companyId: string,
  table: string,
  staged: string,
  columns: readonly string[],
  condition = '',
): Promise<void> {
  await session.query(
    `insert into ${table} (company_id, shop_system_id, position, in_feed, ${columns.join(', ')})
     select $1, s.id, s.position, true, ${columns.map((column) => `s.${column}`).join(', ')}
       from ${staged} s ${condition}`,
    [companyId],
  );
}

async function retire(
  session: Session,
  companyId: string,
  table: string,
  extra: string,
  stagedKey: 'id' | 'product_id',
): Promise<void> {
  await session.query(
    `update ${table} c set in_feed = false${extra}
      where c.company_id = $1 and c.in_feed
        and not exists (select from staged s where s.${stagedKey} = c.shop_system_id)`,
    [companyId],
  );
}
