import type { components } from '../gen/api.js';

type ErrorBody = components['schemas']['Error'];
export type ErrorCode = ErrorBody['error'] | 'OFFLINE';

/** A request that failed: the common body of errors, or no answer at all. docs/errors/README.md. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly options: { details?: NonNullable<ErrorBody['details']>; requestId?: string; retryAfterS?: number } = {},
  ) {
    super(message);
  }

  /** The same request can succeed later, without a change. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

/** The error of an answer. A proxy in between may answer without the common body. */
export function toApiError(response: Response, body: unknown): ApiError {
  const { error = 'INTERNAL', message = response.statusText, requestId, details } = (body ?? {}) as Partial<ErrorBody>;
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(response.status, error, message, {
    ...(details ? { details } : {}),
    ...(requestId ? { requestId } : {}),
    ...(Number.isFinite(retryAfterS) ? { retryAfterS } : {}),
  });
}
