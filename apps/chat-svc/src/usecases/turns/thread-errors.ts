import { ServiceError } from '@svc/kit';

/** One and the same for threads that are unknown, foreign, erased or expired, and for companies without a chat. docs/chat.md T7.3. */
export const threadNotFound = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'No such conversation. A new one must be begun with POST /api/chat/v1/threads.');

export const notOffered = (): ServiceError =>
  new ServiceError(
    'INVALID_REQUEST',
    'quickReply and action must be ids that the last answer of this conversation has.',
  );

export const inProgress = (): ServiceError =>
  new ServiceError('REQUEST_IN_PROGRESS', 'The turn before is still being answered. The request can be repeated soon.');

export const conflict = (): ServiceError =>
  new ServiceError(
    'IDEMPOTENCY_CONFLICT',
    'clientTurnId was used for another request, or more than 24 hours ago. A new turn must have a new one.',
  );

export const tooMany = (what: string, retryAfterS: number): ServiceError =>
  new ServiceError(
    'RATE_LIMITED',
    `Too many ${what}. The next request must wait for the seconds that Retry-After says.`,
    { retryAfterS: Math.max(1, Math.ceil(retryAfterS)) },
  );

export const tooSlow = (cause?: unknown, retryAfterS?: number): ServiceError =>
  new ServiceError('UNAVAILABLE', 'The message could not be answered in time. The request can be repeated.', {
    cause,
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });
