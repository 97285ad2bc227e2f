import type { ChannelCredentials, ClientOptions } from '@grpc/grpc-js';
import { createInProcessTransport } from '../in-process/in-process-transport.js';
import { isInProcess } from '../in-process/registry.js';
import { DEFAULT_TIMEOUT_MS } from '../limits.js';
import { observeClientCall, observeClientStream, toClientMethod } from '../observe-call.js';
import type { MethodDefinition, ServiceDefinition } from '../service.js';
import type { Transport } from '../transport.js';
import { createGrpcTransport, type GrpcTransportSettings } from './grpc-transport.js';
import { prepare } from './outgoing-call.js';
import type { CallOptions, PromiseClient } from './promise-client.js';

/** A client class as ts-proto writes it. */
export interface ClientClass<C> {
  new (address: string, credentials: ChannelCredentials, options?: Partial<ClientOptions>): C;
  service: ServiceDefinition;
}

export interface ClientSettings extends GrpcTransportSettings {
  /** Deadline of calls that name none, milliseconds. Default 2,000. */
  timeoutMs?: number;
}

/**
 * A promise client for one service. Each call carries request id, trace context and a deadline, the sooner of its own
 * and the caller's, and is cancelled with the caller. Connects with the first call.
 * @param address - `host:port`; a name is resolved by DNS; several IPs may be separated by commas; `inproc:name` is a server
 * of this process.
 */
export function createClient<C>(
  Class: ClientClass<C>,
  address: string,
  settings: ClientSettings = {},
): PromiseClient<C> {
  const transport = isInProcess(address)
    ? createInProcessTransport(address, settings.retry)
    : createGrpcTransport(address, Class.service, settings);
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const methods: Record<string, unknown> = { close: () => transport.close() };
  for (const [name, method] of Object.entries(Class.service)) methods[name] = bind(transport, method, timeoutMs);
  return methods as PromiseClient<C>;
}

function bind(transport: Transport, method: MethodDefinition, timeoutMs: number): unknown {
  const observed = toClientMethod(method.path);
  if (method.responseStream) {
    return (request: unknown, options?: CallOptions) =>
      observeClientStream(observed, request, (traceparent) =>
        transport.serverStream(method, request, () => prepare(options, timeoutMs, traceparent)),
      );
  }
  if (method.requestStream) {
    return (requests: AsyncIterable<unknown>, options?: CallOptions) =>
      observeClientCall(observed, undefined, async (traceparent) =>
        transport.clientStream(method, requests, prepare(options, timeoutMs, traceparent)),
      );
  }
  return (request: unknown, options?: CallOptions) =>
    observeClientCall(observed, request, async (traceparent) =>
      transport.unary(method, request, prepare(options, timeoutMs, traceparent)),
    );
}
