import { fileURLToPath } from 'node:url';
import { type EnvValues, env, READ_REPLICA_ENV, type SealedColumn, type ServiceSchema, serviceEnv } from '@svc/kit';
import { SHOPIFY_ENV } from './shopify/settings.js';

/** Environment of catalog-sync. */
export const CATALOG_ENV = {
  ...serviceEnv('catalog-sync'),
  ...READ_REPLICA_ENV,
  ...SHOPIFY_ENV,
  ALLOW_PRIVATE_NETWORK: env.boolean({
    default: false,
    doc: 'Lets feeds be fetched from loopback and private addresses, and any port (development, tests).',
  }),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const CATALOG_SCHEMA: ServiceSchema = {
  schema: 'catalog',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};

/** What it encrypts at rest. */
export const CATALOG_SEALED: SealedColumn = {
  variable: 'SECRETS_KEY',
  table: 'shopify_shops',
  column: 'sealed_tokens',
  id: 'company_id',
  owner: 'shop',
};

export type CatalogConfig = EnvValues<typeof CATALOG_ENV>;
