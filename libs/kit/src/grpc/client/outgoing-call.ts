import { type ServiceError as GrpcError, Metadata, status } from '@grpc/grpc-js';
import { generalError } from '../../errors/general-error.js';
import { currentContext } from '../../log/context.js';
import { fromGrpcError } from '../error-metadata.js';
import type { CallOptions } from './promise-client.js';

/** What goes along with a call that begins now, and what ends it early. */
export interface Prepared {
  requestId: string | undefined;
  traceparent: string | undefined;
  /** When the caller stops waiting, milliseconds since 1970. */
  deadline: number;
  signal: AbortSignal | undefined;
}

/**
 * @param traceparent - the span of the call; absent: that of the context.
 * @throws ServiceError TIMEOUT when the caller's time is already over; the signal's reason when it is aborted.
 */
export function prepare(options: CallOptions | undefined, defaultTimeoutMs: number, traceparent?: string): Prepared {
  const context = currentContext();
  const now = Date.now();
  let deadline = now + (options?.timeoutMs ?? defaultTimeoutMs);
  if (context?.deadline !== undefined && context.deadline < deadline) deadline = context.deadline;
  const signal = options?.signal ?? context?.signal;
  if (signal?.aborted) throw toAbortError(signal);
  if (deadline <= now) throw generalError('TIMEOUT');
  return { requestId: context?.requestId, traceparent: traceparent ?? context?.traceparent, deadline, signal };
}

/** Request id and trace context as gRPC metadata. */
export function toMetadata({ requestId, traceparent }: Prepared): Metadata {
  const metadata = new Metadata();
  if (requestId !== undefined) metadata.set('x-request-id', requestId);
  if (traceparent !== undefined) metadata.set('traceparent', traceparent);
  return metadata;
}

/** What a call rejects with. */
export function toCallError(error: GrpcError | Error, signal: AbortSignal | undefined): Error {
  if (!('code' in error) || typeof error.code !== 'number') return error;
  if (error.code === status.CANCELLED && signal?.aborted) return toAbortError(signal);
  return fromGrpcError(error);
}

/** The reason of an aborted signal; TIMEOUT if it ran out of time. */
export function toAbortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name !== 'TimeoutError') return reason;
  return generalError('TIMEOUT', { cause: reason });
}
