import { type Logger, ServiceError } from '@svc/kit';

/** Errors that the caller can resolve; every other error means that the matcher failed. docs/contract.md C4.4. */
const PASSED_ON = new Set([
  'NOT_FOUND',
  'MATCHING_SCOPE_TOO_LARGE',
  'MATCHING_RESPONSE_TOO_LARGE',
  'MATCHER_FAILURE',
  'INVALID_REQUEST',
]);

/** Runs a call. Errors that the caller cannot resolve are logged and become MATCHER_FAILURE. */
export async function orMatcherFailure<T>(log: Logger, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : undefined;
    if (code === undefined || !PASSED_ON.has(code)) {
      log.error({ err: error }, 'a match failed');
      throw new ServiceError('MATCHER_FAILURE', 'The matcher failed. Retry the request.', { cause: error });
    }
    if (code === 'MATCHER_FAILURE') log.warn({ err: error }, 'no match');
    throw error;
  }
}
