/** Bounds of an import. docs/reliability.md R5.3. */
export const IMPORT_LIMITS = {
  maxFileBytes: 100 * 1024 * 1024,
  maxInflatedBytes: 500 * 1024 * 1024,
  maxRows: 200_000,
  maxColumns: 300,
  maxRecordBytes: 64 * 1024,
  /** From the first byte to the new catalog. */
  timeoutMs: 10 * 60_000,
} as const;

/** Share of bad rows above which a run fails. docs/reliability.md R5.5. */
export const MAX_REJECTED_SHARE = 0.05;
/** A run is held when more than this share of the variants in force, and more than this many, would be removed. Point 3. */
export const MAX_REMOVED_SHARE = 0.2;
export const MAX_REMOVED_COUNT = 20;
/** Rejected rows that a report lists: as many as a run can have without failing. The others are only counted. */
export const MAX_LISTED_REJECTIONS = IMPORT_LIMITS.maxRows * MAX_REJECTED_SHARE;
/** Of these, in a list of runs. docs/catalog.md "What every import does". */
export const MAX_REJECTIONS_IN_LISTS = 200;
