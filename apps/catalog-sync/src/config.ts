import { type EnvOf, SERVICE_ENV } from '@svc/kit';

/** Environment of catalog-sync. */
export const CATALOG_ENV = SERVICE_ENV;

export type CatalogConfig = EnvOf<typeof CATALOG_ENV>;
