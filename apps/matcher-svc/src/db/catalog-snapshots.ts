import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CatalogSnapshot } from '@svc/domain';
import { type Db, json, sha256 } from '@svc/kit';

interface Row {
  company_id: string;
  version: string;
  data: Buffer;
  checksum: Buffer;
}

/** A stored snapshot that is damaged; it must not be served. */
export class CorruptSnapshotError extends Error {
  constructor(
    readonly companyId: string,
    readonly version: number,
    options?: ErrorOptions,
  ) {
    super(`The stored catalogue ${version} is damaged.`, options);
    this.name = 'CorruptSnapshotError';
  }
}

/**
 * The stored catalogue; null if there is none, or `known` if that version is the stored one, so that it is not read.
 * @throws CorruptSnapshotError
 */
export async function readSnapshot(
  db: Db,
  companyId: string,
  known?: number,
): Promise<CatalogSnapshot | 'known' | null> {
  const stored = await db<Row>('catalog_snapshots').where({ company_id: companyId }).first('version');
  if (!stored) return null;
  if (Number(stored.version) === known) return 'known';
  const row = await db<Row>('catalog_snapshots').where({ company_id: companyId }).first('version', 'data', 'checksum');
  if (!row) return null;
  const version = Number(row.version);
  if (!sha256(row.data).equals(row.checksum)) throw new CorruptSnapshotError(companyId, version);
  try {
    return { ...json.decode<CatalogSnapshot>(await promisify(gunzip)(row.data)), version };
  } catch (cause) {
    throw new CorruptSnapshotError(companyId, version, { cause });
  }
}

/** Stores a catalogue unless the same or a newer one is stored. @returns whether it was stored. */
export async function writeSnapshot(db: Db, companyId: string, snapshot: CatalogSnapshot): Promise<boolean> {
  const data = await promisify(gzip)(json.encode(snapshot), { level: 3 });
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into catalog_snapshots (company_id, version, data, checksum) values (?, ?, ?, ?)
     on conflict (company_id) do update
       set version = excluded.version, data = excluded.data, checksum = excluded.checksum,
           change_xid = pg_current_xact_id()
       where catalog_snapshots.version < excluded.version
     returning version`,
    [companyId, snapshot.version, data, sha256(data)],
  );
  return rows.length > 0;
}

/** Throws a damaged snapshot away; a newer one that came meanwhile stays. */
export async function discardSnapshot(db: Db, companyId: string, version: number): Promise<void> {
  await db('catalog_snapshots').where({ company_id: companyId, version }).delete();
}
