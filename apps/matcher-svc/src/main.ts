import { runService } from '@svc/kit';
import { startMatcherService } from './app.js';
import { MATCHER_ENV, MATCHER_SCHEMA, rankingStoreUrl } from './config.js';

runService({
  name: 'matcher-svc',
  env: MATCHER_ENV,
  check: rankingStoreUrl,
  database: MATCHER_SCHEMA,
  start: startMatcherService,
});
