import { type EnvOf, serviceEnv } from '@svc/kit';

/** Environment of catalog-sync. */
export const CATALOG_ENV = serviceEnv('catalog-sync');

export type CatalogConfig = EnvOf<typeof CATALOG_ENV>;
