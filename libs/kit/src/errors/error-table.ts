import { status } from '@grpc/grpc-js';

/** How one error code travels: its gRPC status, its HTTP status, and when a caller may try again. */
export interface ErrorRow {
  readonly grpc: status;
  readonly http: number;
  /** Seconds for `Retry-After`, unless the error itself says otherwise. */
  readonly retryAfterS?: number;
}

/**
 * Every error code with its gRPC and HTTP status. The only such table: services throw codes, the gateway reads `http`.
 * Statuses of the v1 routes: docs/contract.md C4.4; the others: docs/management.md.
 */
export const ERRORS = {
  INVALID_JSON: { grpc: status.INVALID_ARGUMENT, http: 400 },
  INVALID_REQUEST: { grpc: status.INVALID_ARGUMENT, http: 400 },
  INVALID_SELFIE: { grpc: status.INVALID_ARGUMENT, http: 400 },
  VERSION_NOT_FOUND: { grpc: status.INVALID_ARGUMENT, http: 400 },
  INVALID_QUERY: { grpc: status.INVALID_ARGUMENT, http: 400 },
  INVALID_BLUEPRINT: { grpc: status.INVALID_ARGUMENT, http: 400 },
  // A key without the scope too: the specification has no 403.
  UNAUTHORIZED: { grpc: status.UNAUTHENTICATED, http: 401 },
  API_KEY_EXPIRED: { grpc: status.UNAUTHENTICATED, http: 401 },
  // The credentials are right, and the action needs them again. Management and sign-in routes only.
  REAUTHENTICATION_REQUIRED: { grpc: status.UNAUTHENTICATED, http: 401 },
  // Management and sign-in routes only: the specification has no 403 for v1.
  FORBIDDEN: { grpc: status.PERMISSION_DENIED, http: 403 },
  // Also for another company's funnel or analysis.
  NOT_FOUND: { grpc: status.NOT_FOUND, http: 404 },
  METHOD_NOT_ALLOWED: { grpc: status.UNIMPLEMENTED, http: 405 },
  REQUEST_TIMEOUT: { grpc: status.DEADLINE_EXCEEDED, http: 408 },
  FUNNEL_NOT_PUBLISHED: { grpc: status.FAILED_PRECONDITION, http: 409 },
  FUNNEL_PAUSED: { grpc: status.FAILED_PRECONDITION, http: 409 },
  IDEMPOTENCY_CONFLICT: { grpc: status.FAILED_PRECONDITION, http: 409 },
  REQUEST_IN_PROGRESS: { grpc: status.ABORTED, http: 409, retryAfterS: 2 },
  API_KEY_LIMIT: { grpc: status.FAILED_PRECONDITION, http: 409 },
  CONFLICT: { grpc: status.ABORTED, http: 409 },
  // A company has as much of something as it may have. Management routes only.
  QUOTA_EXCEEDED: { grpc: status.FAILED_PRECONDITION, http: 409 },
  // If-Match names another state than the current one. Management routes only.
  PRECONDITION_FAILED: { grpc: status.FAILED_PRECONDITION, http: 412 },
  REQUEST_TOO_LARGE: { grpc: status.INVALID_ARGUMENT, http: 413 },
  URI_TOO_LONG: { grpc: status.INVALID_ARGUMENT, http: 414 },
  UNSUPPORTED_MEDIA_TYPE: { grpc: status.INVALID_ARGUMENT, http: 415 },
  MATCHING_SCOPE_TOO_LARGE: { grpc: status.FAILED_PRECONDITION, http: 422 },
  MATCHING_RESPONSE_TOO_LARGE: { grpc: status.FAILED_PRECONDITION, http: 422 },
  PRECONDITION_REQUIRED: { grpc: status.FAILED_PRECONDITION, http: 428 },
  RATE_LIMITED: { grpc: status.RESOURCE_EXHAUSTED, http: 429, retryAfterS: 1 },
  REQUEST_HEADERS_TOO_LARGE: { grpc: status.INVALID_ARGUMENT, http: 431 },
  INTERNAL: { grpc: status.INTERNAL, http: 500 },
  MATCHER_FAILURE: { grpc: status.UNAVAILABLE, http: 503, retryAfterS: 1 },
  UNAVAILABLE: { grpc: status.UNAVAILABLE, http: 503, retryAfterS: 1 },
  TIMEOUT: { grpc: status.DEADLINE_EXCEEDED, http: 504 },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** True for the name of a row of the table; used on codes that arrive from another process. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERRORS, value);
}
