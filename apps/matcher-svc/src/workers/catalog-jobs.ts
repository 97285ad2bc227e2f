import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  applyTaggingOperations,
  type CatalogSnapshot,
  type FunnelMatching,
  type Tagging,
  type TaggingOperation,
} from '@svc/domain';
import { listTagUsage } from '../domain/list-tag-usage.js';
import { DamagedCatalogError, type Pieces, type StoredCatalog } from '../domain/stored-catalog.js';
import { createTagMatrix, type MatrixFilter } from '../domain/tag-matrix.js';
import { type Assortment, compileAssortment } from '../engine/compile/compile-assortment.js';

/** The jobs of the compile thread. */
export type CatalogJob =
  | { kind: 'pack'; snapshot: Pieces }
  | {
      kind: 'matrix';
      /** With names. */
      snapshot: Pieces;
      tagging: Pieces;
      settingsVersion: number;
      filter: MatrixFilter;
    }
  | {
      kind: 'usage';
      snapshot: Pieces;
      tagging: Pieces;
      funnels: FunnelMatching[];
    }
  | {
      kind: 'compile';
      catalog: StoredCatalog;
      /** `Tagging` of libs/domain: JSON. */
      tagging: Pieces;
      /** Applied to the tagging first; `TaggingOperation[]` of libs/domain: JSON. */
      operations: Uint8Array | undefined;
      /** Seed of the hashes of ids and tags. */
      seed: number;
    };

/**
 * Validates a snapshot of catalog-sync and packs it for storing. A truncated stream cannot be parsed; other JSON than a snapshot
 * is rejected.
 */
export function packCatalog(snapshot: Pieces): StoredCatalog {
  const bytes = Buffer.concat(snapshot);
  const { version, products, variants } = JSON.parse(bytes.toString('utf8')) as CatalogSnapshot;
  if (!Number.isSafeInteger(version) || !Array.isArray(products) || !Array.isArray(variants)) {
    throw new Error('catalog-sync returned an invalid snapshot.');
  }
  // Copies that own their buffers, so that they can be transferred.
  const data = [new Uint8Array(gzipSync(bytes, { level: 3 }))];
  return { version, data, checksum: new Uint8Array(sha256(data)) };
}

/** A tag matrix as it is sent. */
export interface PackedMatrix {
  catalogVersion: number;
  /** `TagMatrix` of libs/domain: JSON. */
  json: Uint8Array;
}

/** Creates the tag matrix of a snapshot with names. */
export function packMatrix({
  snapshot,
  tagging,
  settingsVersion,
  filter,
}: CatalogJob & { kind: 'matrix' }): PackedMatrix {
  const given = { tagging: parse(tagging) as Tagging, settingsVersion };
  const matrix = createTagMatrix(parse(snapshot) as CatalogSnapshot, given, filter);
  return { catalogVersion: matrix.catalogVersion, json: new TextEncoder().encode(JSON.stringify(matrix)) };
}

/** Lists the tags of a company with their usage. @returns `TagUsage[]` of libs/domain: JSON. */
export function packTagUsage({ snapshot, tagging, funnels }: CatalogJob & { kind: 'usage' }): Uint8Array {
  const usage = listTagUsage(parse(snapshot) as CatalogSnapshot, parse(tagging) as Tagging, funnels);
  return new TextEncoder().encode(JSON.stringify(usage));
}

const parse = (pieces: Pieces): unknown => JSON.parse(Buffer.concat(pieces).toString('utf8'));

/**
 * Compiles a stored catalog with the tags that the merchant added.
 * @throws DamagedCatalogError
 */
export function compileCatalog({ catalog, tagging, operations, seed }: CatalogJob & { kind: 'compile' }): Assortment {
  const before = parse(tagging) as Tagging;
  const after = operations ? applyTaggingOperations(before, parse([operations]) as TaggingOperation[]).tagging : before;
  return compileAssortment(unpackCatalog(catalog), after, seed);
}

function unpackCatalog({ version, data, checksum }: StoredCatalog): CatalogSnapshot {
  if (!sha256(data).equals(checksum)) throw new DamagedCatalogError(version);
  try {
    return JSON.parse(gunzipSync(Buffer.concat(data)).toString('utf8')) as CatalogSnapshot;
  } catch (cause) {
    throw new DamagedCatalogError(version, { cause });
  }
}

/** SHA-256 of all pieces. The kit's function would load the whole kit in the thread. */
function sha256(pieces: Pieces): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}
