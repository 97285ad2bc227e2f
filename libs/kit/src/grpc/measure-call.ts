import { status } from '@grpc/grpc-js';
import { ERRORS } from '../errors/error-table.js';
import { ServiceError } from '../errors/service-error.js';
import { getProcessMetrics } from '../metrics/process-metrics.js';

/** One method, as metrics name it. */
export interface MeasuredMethod {
  rpc_method: string;
  /** Only where the caller measures. */
  server_service?: string;
}

/** `/svc.matcher.v1.MatcherService/MatchVariants`, as its caller measures it: the service is `matcher`. */
export function toClientMethod(path: string): MeasuredMethod {
  return { rpc_method: path.slice(1), server_service: path.split('.')[1] ?? '' };
}

/** Records a call that the server has answered. @param startedAt - of `performance.now()`. */
export function recordServerCall(path: string, startedAt: number, error: ServiceError | undefined): void {
  const seconds = (performance.now() - startedAt) / 1_000;
  getProcessMetrics()?.observe('rpc_server_call_duration_seconds', seconds, {
    rpc_method: path.slice(1),
    rpc_response_status_code: toStatusName(error),
  });
}

/** Runs a call and records it, with its retries as one, where this process serves metrics. */
export async function measureClientCall<T>(method: MeasuredMethod, call: () => Promise<T>): Promise<T> {
  if (!getProcessMetrics()) return call();
  const startedAt = performance.now();
  try {
    const response = await call();
    recordClientCall(method, startedAt, undefined);
    return response;
  } catch (error) {
    recordClientCall(method, startedAt, error);
    throw error;
  }
}

/** The same for a stream of responses: a call lasts until its stream ends or the caller stops reading. */
export function measureClientStream<T>(method: MeasuredMethod, stream: AsyncIterable<T>): AsyncIterable<T> {
  return getProcessMetrics() ? measureStream(method, stream) : stream;
}

async function* measureStream<T>(method: MeasuredMethod, stream: AsyncIterable<T>): AsyncGenerator<T> {
  const startedAt = performance.now();
  let failure: unknown;
  try {
    yield* stream;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    recordClientCall(method, startedAt, failure);
  }
}

function recordClientCall(method: MeasuredMethod, startedAt: number, error: unknown): void {
  const seconds = (performance.now() - startedAt) / 1_000;
  const labels = { ...method, rpc_response_status_code: toStatusName(error) };
  getProcessMetrics()?.observe('rpc_client_call_duration_seconds', seconds, labels);
}

/** The name of a gRPC status, from the error table, so that both transports give the same. */
function toStatusName(error: unknown): string {
  if (error === undefined) return 'OK';
  return error instanceof ServiceError ? (status[ERRORS[error.code].grpc] as string) : 'CANCELLED';
}
