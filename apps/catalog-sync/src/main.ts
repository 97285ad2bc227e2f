import { runService } from '@svc/kit';
import { startCatalogService } from './app.js';
import { CATALOG_ENV } from './config.js';

runService({ name: 'catalog-sync', env: CATALOG_ENV, start: startCatalogService });
