import { ServiceError } from '@svc/kit';
import type { Parameter } from './parameter.js';

/** The ETag that the caller has read. Fails with PRECONDITION_REQUIRED. */
export const ifMatch: Parameter<string> = {
  description: 'The ETag of the state that is changed.',
  example: '"3q2-7wAAAAAAAAAAAAAAAA"',
  required: true,
  read: ([value = '']) => {
    if (value !== '') return value;
    throw new ServiceError('PRECONDITION_REQUIRED', 'If-Match must be the ETag of the state that is changed.');
  },
};
