import { ERRORS, type ServiceError } from '@svc/kit';

/** An error as it is sent. docs/contract.md C4. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * The only place that turns an error into HTTP: status from the error table, the common body, `no-store`, and the headers
 * that belong to a code (`Retry-After`, `Allow`, `WWW-Authenticate`).
 */
export function toErrorResponse(error: ServiceError, requestId: string): ErrorResponse {
  const { http: status } = ERRORS[error.code];
  const body = Buffer.from(JSON.stringify(toErrorBody(error, requestId)));
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...(error.retryAfterS === undefined ? {} : { 'Retry-After': String(error.retryAfterS) }),
      ...(error.allow === undefined ? {} : { Allow: error.allow }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body,
  };
}

/** The common body. */
export const toErrorBody = (error: ServiceError, requestId: string) => ({
  error: error.code,
  message: error.message,
  requestId,
  ...(error.details.length > 0 ? { details: error.details } : {}),
});
