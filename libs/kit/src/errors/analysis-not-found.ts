import { ServiceError } from './service-error.js';

/**
 * The only error for an analysis that a caller may not see, so that a response does not reveal whether its id is malformed,
 * unknown, erased, another company's or of an archived funnel. docs/reliability.md R3.2.
 */
export const analysisNotFound = (): ServiceError => new ServiceError('NOT_FOUND', 'No analysis with this id.');
