import { runService } from '@svc/kit';
import { startAnalysisService } from './app.js';
import { ANALYSIS_ENV } from './config.js';

runService({ name: 'analysis-svc', env: ANALYSIS_ENV, start: startAnalysisService });
