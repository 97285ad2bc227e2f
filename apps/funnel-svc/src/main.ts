import { runService } from '@svc/kit';
import { startFunnelService } from './app.js';
import { FUNNEL_ENV, FUNNEL_SCHEMA } from './config.js';

runService({ name: 'funnel-svc', env: FUNNEL_ENV, database: FUNNEL_SCHEMA, start: startFunnelService });
