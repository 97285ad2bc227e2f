import { ANALYSIS_ID } from '../openapi/example-ids.js';
import { pathId } from '../route/parameter.js';

/** The analysis of a public route. */
export const analysisId = pathId('Analysis id; it is the capability, no key is needed.', ANALYSIS_ID);
