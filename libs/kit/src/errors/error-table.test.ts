import { describe, expect, it } from 'vitest';
import { ERRORS, isErrorCode } from './error-table.js';
import { ServiceError } from './service-error.js';

describe('the error table', () => {
  it.each([
    ['INVALID_QUERY', 400],
    ['UNAUTHORIZED', 401],
    ['API_KEY_EXPIRED', 401],
    ['NOT_FOUND', 404],
    ['IDEMPOTENCY_CONFLICT', 409],
    ['REQUEST_IN_PROGRESS', 409],
    ['REQUEST_TOO_LARGE', 413],
    ['URI_TOO_LONG', 414],
    ['MATCHING_SCOPE_TOO_LARGE', 422],
    ['MATCHING_RESPONSE_TOO_LARGE', 422],
  ] as const)('%s is HTTP %i (docs/contract.md C4.4)', (code, http) => {
    expect(ERRORS[code].http).toBe(http);
  });

  it.each([
    ['METHOD_NOT_ALLOWED', 405],
    ['REQUEST_TIMEOUT', 408],
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['RATE_LIMITED', 429],
    ['REQUEST_HEADERS_TOO_LARGE', 431],
    ['INTERNAL', 500],
    ['UNAVAILABLE', 503],
    ['TIMEOUT', 504],
    ['INVALID_BLUEPRINT', 400],
    ['CONFLICT', 409],
    ['API_KEY_LIMIT', 409],
    ['QUOTA_EXCEEDED', 409],
    ['FUNNEL_PAUSED', 409],
  ] as const)('%s is HTTP %i (docs/contract.md C4.5)', (code, http) => {
    expect(ERRORS[code].http).toBe(http);
  });

  it('UNAVAILABLE says when to try again (docs/contract.md C4.5)', () => {
    expect(new ServiceError('UNAVAILABLE', '').retryAfterS).toBeGreaterThanOrEqual(1);
  });

  it('REQUEST_IN_PROGRESS asks to wait 2 s and MATCHER_FAILURE 1 s (docs/reliability.md R1.1, R7.9)', () => {
    expect(new ServiceError('REQUEST_IN_PROGRESS', '').retryAfterS).toBe(2);
    expect(new ServiceError('MATCHER_FAILURE', '').retryAfterS).toBe(1);
  });

  it('an error may ask for another wait, also for none', () => {
    expect(new ServiceError('RATE_LIMITED', '', { retryAfterS: 30 }).retryAfterS).toBe(30);
    expect(new ServiceError('RATE_LIMITED', '', { retryAfterS: 0 }).retryAfterS).toBe(0);
  });

  it('names inherited by every object are not codes', () => {
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode('NOT_FOUND')).toBe(true);
  });
});
