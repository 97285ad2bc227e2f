import { ServiceError } from '../errors/service-error.js';

/** SQLSTATE classes and codes of a server that is going, gone, starting or full, and of transactions to be repeated. */
const UNAVAILABLE_STATES = /^(08...|57P0[1-5]|53300|40001|40P01|55P03)$/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);
/** pg and Knex give these no code. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|Connection ended unexpectedly|timeout expired|Query read timeout|timeout exceeded when trying to connect|not queryable/;

/**
 * A failure of the database itself, as callers should see it: UNAVAILABLE while it cannot be reached, TIMEOUT for a
 * statement that ran too long. Undefined for everything else, which is a bug.
 */
export function toDatabaseFailure(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (code === '57014')
    return new ServiceError('TIMEOUT', 'The answer took too long. Please try again.', { cause: error });
  const unavailable =
    (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || NETWORK_CODES.has(code))) ||
    error.name === 'KnexTimeoutError' ||
    UNAVAILABLE_MESSAGES.test(error.message);
  if (!unavailable) return undefined;
  return new ServiceError('UNAVAILABLE', 'The service is busy or restarting. Please try again.', { cause: error });
}
