import { runService } from '@svc/kit';
import { startInsightService } from './app.js';
import { INSIGHT_ENV, INSIGHT_SCHEMA } from './config.js';

runService({ name: 'insight-svc', env: INSIGHT_ENV, database: INSIGHT_SCHEMA, start: startInsightService });
