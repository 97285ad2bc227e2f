import type { Db } from '@svc/kit';
import type { StoredCatalog } from '../domain/stored-catalog.js';
import { PIECE_BYTES, readPieces } from './read-pieces.js';

interface FirstPiece {
  version: string;
  length: number;
  /** Null: the stored version is the known one. */
  data: Buffer | null;
  checksum: Buffer;
}

/**
 * The stored catalog, not validated; null if there is none; `known` if the stored version is `known`, in which case it is
 * not read.
 */
export async function readSnapshot(db: Db, companyId: string, known?: number): Promise<StoredCatalog | 'known' | null> {
  for (;;) {
    const { rows } = await db.raw<{ rows: FirstPiece[] }>(
      `select version, checksum, octet_length(data) as length,
              case when version is distinct from ? then substring(data from 1 for ${PIECE_BYTES}) end as data
         from catalog_snapshots where company_id = ?`,
      [known ?? null, companyId],
    );
    const row = rows[0];
    if (!row) return null;
    const { version, length, data: bytes, checksum } = row;
    if (bytes === null) return 'known';
    const data = await readPieces({ bytes, length }, (offset) => readPiece(db, companyId, version, offset));
    if (data) return { version: Number(version), data, checksum };
    // Another version was stored in the meantime.
  }
}

async function readPiece(db: Db, companyId: string, version: string, offset: number): Promise<Buffer | null> {
  const { rows } = await db.raw<{ rows: { data: Buffer }[] }>(
    `select substring(data from ? for ${PIECE_BYTES}) as data
       from catalog_snapshots where company_id = ? and version = ?`,
    [offset + 1, companyId, version],
  );
  return rows[0]?.data ?? null;
}

/** Stores a catalog unless the same or a newer one is stored. @returns whether it was stored. */
export async function writeSnapshot(
  db: Db,
  companyId: string,
  { version, data, checksum }: StoredCatalog,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into catalog_snapshots (company_id, version, data, checksum) values (?, ?, ?, ?)
     on conflict (company_id) do update
       set version = excluded.version, data = excluded.data, checksum = excluded.checksum,
           change_xid = change_stamp()
       where catalog_snapshots.version < excluded.version
     returning version`,
    [companyId, version, Buffer.concat(data), Buffer.from(checksum)],
  );
  return rows.length > 0;
}

/** Deletes a damaged snapshot unless a newer one was stored in the meantime. */
export async function discardSnapshot(db: Db, companyId: string, version: number): Promise<void> {
  await db('catalog_snapshots').where({ company_id: companyId, version }).delete();
}
