import { generalError } from '../errors/general-error.js';
import { ServiceError } from '../errors/service-error.js';

/**
 * Why a database does not do its work, although the statement is right:
 * - `UNREACHABLE`: it is down, starting, out of connections, or two transactions met; repeating helps.
 * - `REFUSED`: it rejects this service; an administrator must mend it.
 * - `UNTRUSTED`: its certificate is not one that this service accepts, or it does not speak TLS; an administrator must mend it.
 * - `FULL`: it cannot store anything, for lack of disk or memory or because it is read-only.
 */
export type DatabaseProblem = 'UNREACHABLE' | 'REFUSED' | 'UNTRUSTED' | 'FULL';

/** A role, a schema or a migration is missing. The message says what an administrator must do. */
export class DatabaseSetupError extends Error {}

/** SQLSTATE classes and codes, each under the first problem that matches. */
const STATES: readonly [DatabaseProblem, RegExp][] = [
  ['UNREACHABLE', /^(08...|57P0[1-5]|53300|40001|40P01|55P03)$/],
  ['REFUSED', /^(28...|3D000)$/],
  // Class 53: insufficient resources. 58000 and 58030: the system or the disk failed. 25006: hosted servers become read-only when full.
  ['FULL', /^(53...|580[03]0|25006)$/],
];
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);
/** Of Node: a handshake that failed, and what OpenSSL finds wrong with a certificate. */
const TLS_CODES =
  /^(EPROTO|ERR_(TLS|SSL|OSSL)_.*|(CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|CRL)_.*|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/;
/** pg gives it no code. */
const NO_TLS = 'The server does not support SSL connections';
/** pg and Knex give these no code. */
const UNREACHABLE_MESSAGES =
  /Connection terminated|Connection ended unexpectedly|timeout expired|Query read timeout|timeout exceeded when trying to connect|not queryable/;

/** The problem that an SQLSTATE stands for; undefined for all others. */
export function problemOfState(state: string): DatabaseProblem | undefined {
  return STATES.find(([, states]) => states.test(state))?.[0];
}

/** The problem of the database behind an error; undefined for everything else, which is a bug or a statement over its time. */
export function toDatabaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseSetupError) return 'REFUSED';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    const problem = NETWORK_CODES.has(code) ? 'UNREACHABLE' : problemOfState(code);
    if (problem) return problem;
    if (TLS_CODES.test(code)) return 'UNTRUSTED';
  }
  if (error.message === NO_TLS) return 'UNTRUSTED';
  return error.name === 'KnexTimeoutError' || UNREACHABLE_MESSAGES.test(error.message) ? 'UNREACHABLE' : undefined;
}

/** Seconds after which a caller may try again when the database is full: an operator has to make room. */
const FULL_RETRY_AFTER_S = 30;

/**
 * A failure of the database itself, as callers should see it: UNAVAILABLE while it does not do its work, TIMEOUT for a
 * statement that ran too long. Undefined for everything else, which is a bug.
 */
export function toDatabaseFailure(error: unknown): ServiceError | undefined {
  if ((error as { code?: unknown } | null)?.code === '57014') {
    return generalError('TIMEOUT', { cause: error });
  }
  const problem = toDatabaseProblem(error);
  if (problem === undefined) return undefined;
  if (problem === 'FULL') {
    const options = { cause: error, retryAfterS: FULL_RETRY_AFTER_S };
    return new ServiceError('UNAVAILABLE', 'The service cannot store anything now. Please try again later.', options);
  }
  return new ServiceError('UNAVAILABLE', 'The service is busy or restarting. Please try again.', { cause: error });
}
