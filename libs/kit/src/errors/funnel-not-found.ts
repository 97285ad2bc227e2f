import { ServiceError } from './service-error.js';

/** For a sub-domain that no funnel of the company has; an archived one has none. */
export const funnelNotFound = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'The company has no funnel with this sub-domain.');
