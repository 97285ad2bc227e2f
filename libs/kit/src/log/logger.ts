import { createHash } from 'node:crypto';
import { type DestinationStream, pino } from 'pino';
import { currentContext, getSpanId, getTraceId } from './context.js';
import { describeError } from './describe-error.js';

export type Logger = pino.Logger;

/** Fields whose values never reach a log line, at the top level and one level down. */
const SECRET_FIELDS = [
  'authorization',
  'apiKey',
  'selfie',
  'email',
  'firstName',
  'lastName',
  'password',
  'token',
  'databaseUrl',
  'DATABASE_URL',
  'REDIS_URL',
  'PLATFORM_TOKEN',
];

/**
 * JSON lines on standard output, with `requestId`, `trace_id` and `span_id` of the current context. Secret fields are written as
 * `[redacted]`. Errors go under `err`, with their causes, without SQL bindings.
 * @param destination - for tests; default: standard output, synchronously, so that a last line is never lost.
 */
export function createLogger(
  options: { name: string; level?: string | undefined },
  destination?: DestinationStream,
): Logger {
  const settings: pino.LoggerOptions = {
    name: options.name,
    level: options.level ?? 'info',
    base: { name: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError, error: describeError },
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
    mixin() {
      const context = currentContext();
      if (context === undefined) return {};
      return { requestId: context.requestId, trace_id: getTraceId(context), span_id: getSpanId(context) };
    },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

/**
 * First 8 hex characters of the SHA-256 of a capability id: identifies it in log lines without granting access.
 * docs/reliability.md R3.3.
 */
export function hashForLog(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 8);
}
