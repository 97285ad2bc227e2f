import { currentContext, newContext, runInContext, ServiceError } from '@svc/kit';
import { tooSlow } from './thread-errors.js';

const LATE = new Set(['TIMEOUT', 'UNAVAILABLE', 'MATCHER_FAILURE']);

/** Does the work of a turn within a time, with all its calls. @throws ServiceError UNAVAILABLE when it takes longer. */
export async function withinTime<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const context = currentContext() ?? newContext();
  const deadline = Math.min(context.deadline ?? Number.POSITIVE_INFINITY, Date.now() + timeoutMs);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), deadline - Date.now());
  });
  try {
    const { requestId, traceparent, signal } = context;
    return await Promise.race([runInContext({ requestId, traceparent, signal, deadline }, work), late]);
  } catch (error) {
    throw error instanceof ServiceError && LATE.has(error.code) ? tooSlow(error, error.retryAfterS) : error;
  } finally {
    clearTimeout(timer);
  }
}
