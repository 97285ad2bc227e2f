/** Bytes in pieces, in order: so that reading and handing over a long value never holds the process up. */
export type Pieces = readonly Uint8Array[];

/** A catalogue as it is stored. */
export interface StoredCatalog {
  version: number;
  /** `CatalogSnapshot` of libs/domain: JSON, gzip. */
  data: Pieces;
  /** SHA-256 of the data. */
  checksum: Uint8Array;
}

/** A stored catalogue that is damaged; it must not be served. */
export class DamagedCatalogError extends Error {
  constructor(
    readonly version: number,
    options?: ErrorOptions,
  ) {
    super(`The stored catalogue ${version} is damaged.`, options);
    this.name = 'DamagedCatalogError';
  }
}
