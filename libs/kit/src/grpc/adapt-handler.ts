import type {
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
  UntypedHandleCall,
} from '@grpc/grpc-js';
import { toDatabaseFailure } from '../db/database-error.js';
import { ServiceError } from '../errors/service-error.js';
import { runInContext } from '../log/context.js';
import type { Logger } from '../log/logger.js';
import { type GrpcErrorReply, INTERNAL_MESSAGE, toGrpcError } from './error-metadata.js';
import { readRequests } from './read-requests.js';
import { ServerCall } from './server-call.js';
import type { ClientStreamHandler, MethodDefinition, ServerStreamHandler, UnaryHandler } from './service.js';

/** Wraps a handler: request context, log line, errors as gRPC errors. */
export function adaptHandler(method: MethodDefinition, handler: unknown, log: Logger): UntypedHandleCall {
  if (method.requestStream && method.responseStream) {
    throw new Error(`${method.path}: bidirectional streams are not supported.`);
  }
  if (method.responseStream) {
    const stream = handler as ServerStreamHandler<unknown, unknown>;
    return (raw: ServerWritableStream<unknown, unknown>) => {
      const call = new ServerCall(raw);
      const started = performance.now();
      void runInContext(call.context(), async () => {
        try {
          await pump(stream(raw.request, call), raw);
          succeed(log, method.path, started);
          raw.end();
        } catch (error) {
          // A stream takes the status as an error event; an object without `code` would become UNKNOWN.
          raw.emit('error', fail(log, method.path, started, error, call));
        }
      });
    };
  }
  return (
    raw: ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>,
    callback: sendUnaryData<unknown>,
  ) => {
    const call = new ServerCall(raw);
    const started = performance.now();
    runInContext(call.context(), () => {
      answer(method, handler, raw, call).then(
        (response) => {
          succeed(log, method.path, started);
          callback(null, response);
        },
        (error: unknown) => callback(fail(log, method.path, started, error, call)),
      );
    });
  };
}

/** Calls a handler that answers once; async, since a handler may throw before its first await. */
async function answer(
  method: MethodDefinition,
  handler: unknown,
  raw: ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>,
  call: ServerCall,
): Promise<unknown> {
  if (method.requestStream) {
    const requests = readRequests(raw as ServerReadableStream<unknown, unknown>, call);
    return (handler as ClientStreamHandler<unknown, unknown>)(requests, call);
  }
  return (handler as UnaryHandler<unknown, unknown>)((raw as ServerUnaryCall<unknown, unknown>).request, call);
}

/** Writes all of a stream, no faster than it is read. Stops when the caller is gone. */
async function pump(source: AsyncIterable<unknown>, raw: ServerWritableStream<unknown, unknown>): Promise<void> {
  let wake: (() => void) | undefined;
  for (const event of ['drain', 'cancelled', 'close']) raw.on(event, () => wake?.());
  for await (const message of source) {
    if (raw.cancelled) return;
    if (raw.write(message)) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (raw.cancelled || raw.destroyed || !raw.writableNeedDrain) resolve();
    });
  }
}

function succeed(log: Logger, path: string, started: number): void {
  if (log.isLevelEnabled('debug')) log.debug({ method: path, ms: elapsed(started) }, 'call');
}

function fail(log: Logger, path: string, started: number, thrown: unknown, call: ServerCall): GrpcErrorReply {
  const error = thrown instanceof ServiceError ? thrown : (toDatabaseFailure(thrown) ?? thrown);
  const fields = () => ({ method: path, ms: elapsed(started), err: error });
  if (call.cancelled) {
    // Nobody reads the answer, and what failed is often only the work that was stopped.
    log.debug(fields(), 'call cancelled');
    return toGrpcError(new ServiceError('TIMEOUT', 'The call was cancelled.'));
  }
  if (!(error instanceof ServiceError)) {
    log.error(fields(), 'call failed: a bug');
    return toGrpcError(new ServiceError('INTERNAL', INTERNAL_MESSAGE));
  }
  if (error.code === 'INTERNAL') log.error(fields(), 'call failed');
  else if (error.cause !== undefined) log.warn(fields(), 'call failed');
  else if (log.isLevelEnabled('debug')) {
    log.debug({ method: path, ms: elapsed(started), code: error.code }, 'call refused');
  }
  return toGrpcError(error);
}

function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}
