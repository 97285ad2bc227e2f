import { ServiceError } from './service-error.js';

/** The only error for a company that does not exist, or that a caller may not know of. docs/identity.md I9.1. */
export const companyNotFound = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'There is no company with this handle.');
