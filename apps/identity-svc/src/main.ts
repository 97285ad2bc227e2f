import { runService } from '@svc/kit';
import { startIdentityService } from './app.js';
import { IDENTITY_ENV } from './config.js';

runService({ name: 'identity-svc', env: IDENTITY_ENV, start: startIdentityService });
