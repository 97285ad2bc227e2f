import { MAX_TEXT_LENGTH } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { optional, type Parameter } from '../../../route/parameter.js';

/** A tracking source, by which reports are filtered. */
export const source = (description: string): Parameter<string | undefined> =>
  optional({ description, example: 'newsletter' }, (value, name) => {
    if (value.length <= MAX_TEXT_LENGTH) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must have at most ${MAX_TEXT_LENGTH} characters.`);
  });
