import type { ErrorCode } from './error-table.js';
import { ERROR_TEXTS } from './error-texts.js';
import { ServiceError, type ServiceErrorOptions } from './service-error.js';

/** An error with the message that the table of texts has for its code: for callers that have nothing more precise to say. */
export const generalError = (code: ErrorCode, options?: ServiceErrorOptions): ServiceError =>
  new ServiceError(code, ERROR_TEXTS[code].message, options);
