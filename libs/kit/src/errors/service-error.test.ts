import { expect, it } from 'vitest';
import { ServiceError } from './service-error.js';

it('an error with other paths says the same, and is no failure of its own that a log would report', () => {
  const details = [{ path: '/funnels/0/steps/2', message: 'This.' }];
  const error = new ServiceError('INVALID_BLUEPRINT', 'What to change.', {
    details,
    retryAfterS: 7,
    cause: new Error(),
  });
  const moved = error.withPaths((path) => path.replace('/funnels/0', ''));
  expect(moved).toMatchObject({ code: 'INVALID_BLUEPRINT', message: 'What to change.', retryAfterS: 7 });
  expect(moved.details).toEqual([{ path: '/steps/2', message: 'This.' }]);
  expect(moved.cause).toBeUndefined();
});
