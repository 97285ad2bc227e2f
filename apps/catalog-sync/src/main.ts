import { runService } from '@svc/kit';
import { startCatalogService } from './app.js';
import { CATALOG_ENV, CATALOG_SCHEMA } from './config.js';
import { readShopifySettings } from './shopify/settings.js';

runService({
  name: 'catalog-sync',
  env: CATALOG_ENV,
  check: readShopifySettings,
  database: CATALOG_SCHEMA,
  start: startCatalogService,
});
