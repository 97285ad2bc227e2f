import { type EnvValues, env, serviceEnv } from '@svc/kit';
import { SHOPIFY_ENV } from './shopify/settings.js';

/** Environment of catalog-sync. */
export const CATALOG_ENV = {
  ...serviceEnv('catalog-sync'),
  ...SHOPIFY_ENV,
  ALLOW_PRIVATE_NETWORK: env.boolean({
    default: false,
    doc: 'Lets feeds be fetched from loopback and private addresses, and any port (development, tests).',
  }),
};

export type CatalogConfig = EnvValues<typeof CATALOG_ENV>;
