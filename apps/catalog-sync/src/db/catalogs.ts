import type { Feed } from '@svc/domain';
import type { ImportSource } from '../domain/import-run.js';
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

/** Sets the currency of variants that name none. @returns whether that changes the catalog in force. */
export async function setCurrency(session: Session, companyId: string, currency: string): Promise<boolean> {
  const changed = await session.query<{ version: string }>(
    'update catalogs set currency = $2 where company_id = $1 and currency is distinct from $2 returning version',
    [companyId, currency],
  );
  return changed.some(({ version }) => Number(version) > 0);
}

/** What a catalog came from. */
export type CatalogSource = ImportSource | 'BLUEPRINT';

/** Notes what the catalog in force came from. @param source - null: there is none any more. */
export async function setSource(session: Session, companyId: string, source: CatalogSource | null): Promise<void> {
  await session.query('update catalogs set source = $2 where company_id = $1', [companyId, source]);
}

/** Null: not noted. */
export async function findSource(session: Session, companyId: string): Promise<CatalogSource | null> {
  const [row] = await session.query<{ source: CatalogSource | null }>(
    'select source from catalogs where company_id = $1',
    [companyId],
  );
  return row?.source ?? null;
}

/** Stores what a blueprint says about the catalog as a whole; absent keys stay unchanged. */
export async function updateCatalog(
  session: Session,
  companyId: string,
  patch: { revision: number; blueprintDigest?: Buffer; feed?: Feed | null },
): Promise<void> {
  await session.query(
    `update catalogs
        set revision = $2,
            blueprint_digest = coalesce($3, blueprint_digest),
            feed = case when $4 then $5::jsonb else feed end
      where company_id = $1`,
    [
      companyId,
      patch.revision,
      patch.blueprintDigest ?? null,
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
