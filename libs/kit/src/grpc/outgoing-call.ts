import { type CallOptions as GrpcCallOptions, type ServiceError as GrpcError, Metadata, status } from '@grpc/grpc-js';
import { ServiceError } from '../errors/service-error.js';
import { currentContext } from '../log/context.js';
import { fromGrpcError } from './error-metadata.js';
import type { CallOptions } from './promise-client.js';

/** Metadata, deadline and signal of a call that begins now. */
export interface Prepared {
  metadata: Metadata;
  callOptions: GrpcCallOptions;
  signal: AbortSignal | undefined;
}

/** @throws ServiceError TIMEOUT when the caller's time is already over; the signal's reason when it is aborted. */
export function prepare(options: CallOptions | undefined, defaultTimeoutMs: number): Prepared {
  const context = currentContext();
  const now = Date.now();
  let deadline = now + (options?.timeoutMs ?? defaultTimeoutMs);
  const metadata = new Metadata();
  if (context) {
    if (context.deadline !== undefined && context.deadline < deadline) deadline = context.deadline;
    metadata.set('x-request-id', context.requestId);
    metadata.set('traceparent', context.traceparent);
  }
  const signal = options?.signal ?? context?.signal;
  if (signal?.aborted) throw toAbortError(signal);
  if (deadline <= now) throw new ServiceError('TIMEOUT', 'The answer took too long. Please try again.');
  return { metadata, callOptions: { deadline }, signal };
}

/** What a call rejects with. */
export function toCallError(error: GrpcError | Error, signal: AbortSignal | undefined): Error {
  if (!('code' in error) || typeof error.code !== 'number') return error;
  if (error.code === status.CANCELLED && signal?.aborted) return toAbortError(signal);
  return fromGrpcError(error);
}

function toAbortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name !== 'TimeoutError') return reason;
  return new ServiceError('TIMEOUT', 'The answer took too long. Please try again.', { cause: reason });
}
