import { runService } from '@svc/kit';
import { startIdentityService } from './app.js';
import { IDENTITY_ENV, IDENTITY_SCHEMA } from './config.js';
import { readIdentitySettings } from './settings.js';

runService({
  name: 'identity-svc',
  env: IDENTITY_ENV,
  check: readIdentitySettings,
  database: IDENTITY_SCHEMA,
  start: startIdentityService,
});
