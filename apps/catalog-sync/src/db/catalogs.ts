import type { Feed } from '@svc/domain';
import type { Session } from './session.js';

/** A company's row of `catalogs`. */
export interface CatalogRow {
  version: number;
  revision: number;
  blueprintDigest: Buffer | null;
  currency: string | null;
  feed: Feed | null;
}

const ABSENT: CatalogRow = { version: 0, revision: 0, blueprintDigest: null, currency: null, feed: null };

interface Row {
  version: string;
  revision: string;
  blueprint_digest: Buffer | null;
  currency: string | null;
  feed: Feed | null;
}

/** The row; for a company without one, its initial values. */
export async function findCatalog(session: Session, companyId: string): Promise<CatalogRow> {
  const rows = await session.query<Row>(`select ${COLUMNS} from catalogs where company_id = $1`, [companyId]);
  return rows[0] === undefined ? ABSENT : toCatalog(rows[0]);
}

/**
 * Creates the row if it is missing and locks it until the transaction ends. Every transaction that replaces the catalog in force
 * takes this lock, so imports and applies of a company run one after the other.
 */
export async function lockCatalog(session: Session, companyId: string): Promise<CatalogRow> {
  await session.query('insert into catalogs (company_id) values ($1) on conflict do nothing', [companyId]);
  const rows = await session.query<Row>(`select ${COLUMNS} from catalogs where company_id = $1 for update`, [
    companyId,
  ]);
  return toCatalog(rows[0]!);
}

/** Marks the catalog as changed by this transaction; followers find it by `change_xid`. */
export async function raiseVersion(session: Session, companyId: string): Promise<void> {
  await session.query('update catalogs set version = version + 1, change_xid = change_stamp() where company_id = $1', [
    companyId,
  ]);
}

/** Stores what a blueprint or an import says about the catalog as a whole; absent keys stay unchanged. */
export async function updateCatalog(
  session: Session,
  companyId: string,
  patch: { revision?: number; blueprintDigest?: Buffer; currency?: string; feed?: Feed | null },
): Promise<void> {
  await session.query(
    `update catalogs
        set revision = coalesce($2, revision),
            blueprint_digest = coalesce($3, blueprint_digest),
            currency = coalesce($4, currency),
            feed = case when $5 then $6::jsonb else feed end
      where company_id = $1`,
    [
      companyId,
      patch.revision ?? null,
      patch.blueprintDigest ?? null,
      patch.currency ?? null,
      patch.feed !== undefined,
      patch.feed ? JSON.stringify(patch.feed) : null,
    ],
  );
}

const COLUMNS = 'version, revision, blueprint_digest, currency, feed';

function toCatalog(row: Row): CatalogRow {
  return {
    version: Number(row.version),
    revision: Number(row.revision),
    blueprintDigest: row.blueprint_digest,
    currency: row.currency,
    feed: row.feed,
  };
}
