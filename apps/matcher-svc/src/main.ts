import { runService } from '@svc/kit';
import { startMatcherService } from './app.js';
import { MATCHER_ENV } from './config.js';

runService({ name: 'matcher-svc', env: MATCHER_ENV, start: startMatcherService });
