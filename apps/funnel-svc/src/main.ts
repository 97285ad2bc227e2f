import { runService } from '@svc/kit';
import { startFunnelService } from './app.js';
import { FUNNEL_ENV } from './config.js';

runService({ name: 'funnel-svc', env: FUNNEL_ENV, start: startFunnelService });
