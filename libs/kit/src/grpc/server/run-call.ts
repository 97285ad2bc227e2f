import { toDatabaseFailure } from '../../db/database-error.js';
import { ServiceError } from '../../errors/service-error.js';
import { runInContext, withTraceparent } from '../../log/context.js';
import type { Logger } from '../../log/logger.js';
import { INTERNAL_MESSAGE } from '../error-status.js';
import { recordServerCall, startServerSpan } from '../observe-call.js';
import type { RunningCalls } from './running-calls.js';
import type { ServerCall } from './server-call.js';

/** What every call of a server is run with. */
export interface CallRunner {
  readonly log: Logger;
  readonly calls: RunningCalls;
}

/** Takes the response of a call, or the error that its caller may see. Called once. */
export type Done<Res> = (error: ServiceError | undefined, response?: Res) => void;

/** Runs the work of one call in the request context of its caller, and logs how it ended. */
export function runCall<Res>(
  { log, calls }: CallRunner,
  path: string,
  call: ServerCall,
  work: () => Promise<Res>,
  done: Done<Res>,
): void {
  const started = performance.now();
  calls.begin();
  const context = call.context();
  const span = startServerSpan(path, context.traceparent);
  runInContext(span ? withTraceparent(context, span.traceparent) : context, () => {
    attempt(work).then(
      (response) => {
        if (log.isLevelEnabled('debug')) log.debug({ method: path, ms: elapsed(started) }, 'call');
        recordServerCall(path, started, undefined, span);
        calls.end();
        done(undefined, response);
      },
      (error: unknown) => {
        const failure = fail(log, path, started, error, call);
        recordServerCall(path, started, failure, span);
        calls.end();
        done(failure);
      },
    );
  });
}

/** Async, since a handler may throw before its first await. */
async function attempt<Res>(work: () => Promise<Res>): Promise<Res> {
  return work();
}

function fail(log: Logger, path: string, started: number, thrown: unknown, call: ServerCall): ServiceError {
  const error = thrown instanceof ServiceError ? thrown : (toDatabaseFailure(thrown) ?? thrown);
  const fields = () => ({ method: path, ms: elapsed(started), err: error });
  if (call.cancelled) {
    // The caller no longer reads the answer, and the error is often only that the work was stopped.
    log.debug(fields(), 'call cancelled');
    return new ServiceError('TIMEOUT', 'The call was cancelled.');
  }
  if (!(error instanceof ServiceError)) {
    log.error(fields(), 'call failed: a bug');
    return new ServiceError('INTERNAL', INTERNAL_MESSAGE);
  }
  if (error.code === 'INTERNAL') log.error(fields(), 'call failed');
  else if (error.cause !== undefined) log.warn(fields(), 'call failed');
  else if (log.isLevelEnabled('debug')) {
    log.debug({ method: path, ms: elapsed(started), code: error.code }, 'call refused');
  }
  return error;
}

function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}
