import { ApiError } from './api-error.js';

/** For `catch` of what only a published funnel has: null in place of the error that the funnel is not published. */
export function nullIfUnpublished(error: unknown): null {
  if (error instanceof ApiError && error.code === 'FUNNEL_NOT_PUBLISHED') return null;
  throw error;
}
