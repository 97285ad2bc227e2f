/** Why an import as a whole failed, for programs that say it in another language. docs/catalog.md "Why an import failed". */
export const IMPORT_FAILURE_CODES = [
  ...['FILE_TOO_LARGE', 'TOO_MANY_ROWS', 'TOO_MANY_COLUMNS', 'COLUMN_TWICE', 'COLUMNS_MISSING'],
  ...['MAPPING_COLUMN_MISSING', 'ENCODING', 'QUOTE_OPEN', 'ROW_TOO_LONG', 'ROWS_REJECTED', 'SERVER_STATUS'],
  ...['NOT_FETCHED', 'COMPRESSION', 'DAMAGED', 'SHOP_FILE', 'STOPPED', 'INTERRUPTED', 'ABANDONED', 'DISK_FULL'],
  ...['TIMEOUT', 'CATALOG_CHANGED', 'SUPERSEDED', 'DISCARDED', 'EXPIRED', 'INTERNAL'],
] as const;
export type ImportFailureCode = (typeof IMPORT_FAILURE_CODES)[number];
