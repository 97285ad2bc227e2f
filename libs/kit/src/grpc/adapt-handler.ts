import type {
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
  UntypedHandleCall,
} from '@grpc/grpc-js';
import type { Logger } from '../log/logger.js';
import { toGrpcError } from './error-metadata.js';
import { readRequests } from './read-requests.js';
import { runCall } from './run-call.js';
import { grpcSource, ServerCall } from './server-call.js';
import type { ClientStreamHandler, MethodDefinition, ServerStreamHandler, UnaryHandler } from './service.js';

/** Wraps a handler as grpc-js calls it: request context, log line, errors as gRPC errors. */
export function adaptHandler(method: MethodDefinition, handler: unknown, log: Logger): UntypedHandleCall {
  if (method.requestStream && method.responseStream) {
    throw new Error(`${method.path}: bidirectional streams are not supported.`);
  }
  if (method.responseStream) {
    const stream = handler as ServerStreamHandler<unknown, unknown>;
    return (raw: ServerWritableStream<unknown, unknown>) => {
      const call = new ServerCall(grpcSource(raw));
      runCall(
        log,
        method.path,
        call,
        () => pump(stream(raw.request, call), raw),
        (error) => {
          // A stream takes the status as an error event; an object without `code` would become UNKNOWN.
          if (error) raw.emit('error', toGrpcError(error));
          else raw.end();
        },
      );
    };
  }
  return (
    raw: ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>,
    callback: sendUnaryData<unknown>,
  ) => {
    const call = new ServerCall(grpcSource(raw));
    runCall(
      log,
      method.path,
      call,
      () => answer(method, handler, raw, call),
      (error, response) => (error ? callback(toGrpcError(error)) : callback(null, response)),
    );
  };
}

function answer(
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
