import { runService } from '@svc/kit';
import { startAnalysisService } from './app.js';
import { ANALYSIS_ENV, ANALYSIS_SCHEMA } from './config.js';

runService({ name: 'analysis-svc', env: ANALYSIS_ENV, database: ANALYSIS_SCHEMA, start: startAnalysisService });
