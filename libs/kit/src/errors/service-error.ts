import type { ErrorDetail } from './error-detail.js';
import { ERRORS, type ErrorCode, type ErrorRow } from './error-table.js';

export interface ServiceErrorOptions {
  cause?: unknown;
  details?: readonly ErrorDetail[];
  /** Seconds; default that of the error table. */
  retryAfterS?: number;
  /** METHOD_NOT_ALLOWED: value of the `Allow` header. */
  allow?: string;
}

/**
 * The one error that use cases throw. It crosses gRPC unchanged (code, message, details, `retryAfterS`, `allow`); the
 * cause stays in the process that threw it.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterS: number | undefined;
  readonly allow: string | undefined;

  /** @param message - for the caller: says what to change; never contains SQL, a stack trace or personal data. */
  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    const row: ErrorRow = ERRORS[code];
    this.details = options.details ?? [];
    this.retryAfterS = options.retryAfterS ?? row.retryAfterS;
    this.allow = options.allow;
  }

  /**
   * The same error, for a caller whose body has other paths than the request that failed.
   * @param toPath - of each detail, a JSON Pointer.
   */
  withPaths(toPath: (path: string) => string): ServiceError {
    const { code, message, retryAfterS, allow } = this;
    const details = this.details.map((detail) => ({ ...detail, path: toPath(detail.path) }));
    return new ServiceError(code, message, {
      details,
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      ...(allow === undefined ? {} : { allow }),
    });
  }
}
