import {
  Metadata,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import type { ServiceError } from '../../errors/service-error.js';
import { type GrpcErrorReply, toGrpcError } from '../error-metadata.js';
import { markLeaving } from '../leaving.js';
import type { ClientStreamHandler, MethodDefinition, ServerStreamHandler, UnaryHandler } from '../service.js';
import { pump } from './pump.js';
import { readRequests } from './read-requests.js';
import { type CallRunner, runCall } from './run-call.js';
import { grpcSource, ServerCall } from './server-call.js';

/** Wraps a handler as grpc-js calls it: request context, log line, errors as gRPC errors. */
export function adaptHandler(method: MethodDefinition, handler: unknown, runner: CallRunner): UntypedHandleCall {
  if (method.requestStream && method.responseStream) {
    throw new Error(`${method.path}: bidirectional streams are not supported.`);
  }
  if (method.responseStream) {
    const stream = handler as ServerStreamHandler<unknown, unknown>;
    return (raw: ServerWritableStream<unknown, unknown>) => {
      const call = new ServerCall(grpcSource(raw));
      runCall(
        runner,
        method.path,
        call,
        () => pump(stream(raw.request, call), raw, raw),
        (error) => {
          // A stream takes the status as an error event; an object without `code` would become UNKNOWN.
          if (error) raw.emit('error', failure(error, runner));
          else raw.end(trailers(runner));
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
      runner,
      method.path,
      call,
      () => answer(method, handler, raw, call),
      (error, response) => (error ? callback(failure(error, runner)) : callback(null, response, trailers(runner))),
    );
  };
}

function trailers({ calls }: CallRunner): Metadata | undefined {
  return calls.isLeaving ? markLeaving(new Metadata()) : undefined;
}

function failure(error: ServiceError, { calls }: CallRunner): GrpcErrorReply {
  const reply = toGrpcError(error);
  if (calls.isLeaving) markLeaving(reply.metadata);
  return reply;
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
