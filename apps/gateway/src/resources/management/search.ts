import { ServiceError } from '@svc/kit';
import type { Parameter } from '../../route/parameter.js';

const MAX_SEARCH_LENGTH = 255;

/** Text that is searched for; empty: everything. */
export const search = (description: string, example: string): Parameter<string> => ({
  description,
  example,
  read: ([value = ''], name) => {
    if (value.length <= MAX_SEARCH_LENGTH && !value.includes('\0')) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must have at most ${MAX_SEARCH_LENGTH} characters and no NUL.`);
  },
});
