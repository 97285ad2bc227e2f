import { status } from '@grpc/grpc-js';
import { ERRORS } from '../errors/error-table.js';
import { ServiceError } from '../errors/service-error.js';
import { getProcessMetrics } from '../metrics/process-metrics.js';
import { recordContact } from '../probes/status-parts.js';
import { type ActiveSpan, startSpan } from '../telemetry/spans.js';
import { describeRequest } from './describe-request.js';

/** One method, as metrics name it. */
export interface ObservedMethod {
  rpc_method: string;
  /** Only where the caller observes. */
  server_service?: string;
}

/** `/svc.matcher.v1.MatcherService/MatchVariants`, as its caller observes it: the service is `matcher`. */
export function toClientMethod(path: string): ObservedMethod {
  return { rpc_method: path.slice(1), server_service: path.split('.')[1] ?? '' };
}

/** The span of a call that a server runs, below the span of its caller. */
export const startServerSpan = (path: string, traceparent: string): ActiveSpan | undefined =>
  startSpan(path.slice(1), { kind: 'server', parent: traceparent, attributes: toAttributes(path.slice(1)) });

/** Records a call that the server has answered. @param startedAt - of `performance.now()`. */
export function recordServerCall(
  path: string,
  startedAt: number,
  error: ServiceError | undefined,
  span: ActiveSpan | undefined,
): void {
  const code = toStatusName(error);
  getProcessMetrics()?.observe('rpc_server_call_duration_seconds', (performance.now() - startedAt) / 1_000, {
    rpc_method: path.slice(1),
    rpc_response_status_code: code,
  });
  endSpan(span, code);
}

/**
 * Runs a call and records it, with its retries as one, where this process serves metrics or sends spans.
 * @param call - receives the traceparent of the span of the call; absent: that of the context.
 */
export async function observeClientCall<T>(
  method: ObservedMethod,
  request: unknown,
  call: (traceparent?: string) => Promise<T>,
): Promise<T> {
  const span = startClientSpan(method, request);
  if (!span && !getProcessMetrics()) return call();
  const startedAt = performance.now();
  try {
    const response = await call(span?.traceparent);
    recordClientCall(method, startedAt, undefined, span);
    return response;
  } catch (error) {
    recordClientCall(method, startedAt, error, span);
    throw error;
  }
}

/** The same for a stream of responses: a call lasts until its stream ends or the caller stops reading. */
export function observeClientStream<T>(
  method: ObservedMethod,
  request: unknown,
  call: (traceparent?: string) => AsyncIterable<T>,
): AsyncIterable<T> {
  const span = startClientSpan(method, request);
  return span || getProcessMetrics() ? observeStream(method, call(span?.traceparent), span) : call();
}

async function* observeStream<T>(
  method: ObservedMethod,
  stream: AsyncIterable<T>,
  span: ActiveSpan | undefined,
): AsyncGenerator<T> {
  const startedAt = performance.now();
  let failure: unknown;
  try {
    yield* stream;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    recordClientCall(method, startedAt, failure, span);
  }
}

function startClientSpan(method: ObservedMethod, request: unknown): ActiveSpan | undefined {
  const span = startSpan(method.rpc_method, { kind: 'client', attributes: toAttributes(method.rpc_method) });
  span?.setAttributes(describeRequest(request));
  return span;
}

const toAttributes = (method: string) => ({ 'rpc.system.name': 'grpc', 'rpc.method': method });

function recordClientCall(
  method: ObservedMethod,
  startedAt: number,
  error: unknown,
  span: ActiveSpan | undefined,
): void {
  const code = toStatusName(error);
  const labels = { ...method, rpc_response_status_code: code };
  getProcessMetrics()?.observe('rpc_client_call_duration_seconds', (performance.now() - startedAt) / 1_000, labels);
  // Any answer of the service counts, also a refusal.
  recordContact(method.server_service ?? '', !NO_ANSWER.has(code));
  endSpan(span, code);
}

/** Statuses of calls that no service answered, or not in time. */
const NO_ANSWER = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED']);

function endSpan(span: ActiveSpan | undefined, code: string): void {
  span?.setAttributes({ 'rpc.response.status_code': code });
  span?.end(code === 'OK' ? undefined : code);
}

/** The name of a gRPC status, from the error table, so that both transports give the same. */
function toStatusName(error: unknown): string {
  if (error === undefined) return 'OK';
  return error instanceof ServiceError ? (status[ERRORS[error.code].grpc] as string) : 'CANCELLED';
}
