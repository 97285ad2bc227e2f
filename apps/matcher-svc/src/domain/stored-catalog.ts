/** Consecutive pieces of a long value, so that reading and transferring it never blocks the event loop for long. */
export type Pieces = readonly Uint8Array[];

/** A stored catalog. */
export interface StoredCatalog {
  version: number;
  /** `CatalogSnapshot` of libs/domain: JSON, gzip. */
  data: Pieces;
  /** SHA-256 of the data. */
  checksum: Uint8Array;
}

/** A stored catalog is damaged and must not be used. */
export class DamagedCatalogError extends Error {
  constructor(
    readonly version: number,
    options?: ErrorOptions,
  ) {
    super(`The stored catalog ${version} is damaged.`, options);
    this.name = 'DamagedCatalogError';
  }
}
