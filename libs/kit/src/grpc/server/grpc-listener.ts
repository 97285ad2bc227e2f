import type { AddressInfo, Server as TcpServer } from 'node:net';
import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES } from '../limits.js';
import type { GrpcService } from '../service.js';
import { createAcceptor } from '../tls/create-acceptor.js';
import type { InternalTls } from '../tls/internal-tls.js';
import { adaptHandler } from './adapt-handler.js';
import { addReflection } from './reflection.js';
import type { CallRunner } from './run-call.js';

/**
 * Before it closes its connections a server waits for this time without a call: the last bytes leave after a call has ended, and
 * clients that call now and then leave by themselves with the answer that they get.
 */
const QUIET_MS = 500;

/** Where a server can be called. */
export interface GrpcListener {
  /** As clients use it. */
  readonly address: string;
  /** Time without a call after which a server that is stopping may close. */
  readonly quietMs: number;
  setHealth(name: string, isServing: boolean): void;
  /** Accepts no more connections; those that exist stay. */
  refuse(): void;
  /** Closes all connections. Calls that still run are ended if `isFinished` is false. */
  close(isFinished: boolean): Promise<void>;
}

/**
 * Serves gRPC with health and reflection. The listening socket is our own: grpc-js can stop to listen only together with closing
 * every connection; it also ends TLS. The server itself ends no connection and sends no HTTP/2 pings (ADR 30); TCP keepalive notices clients whose
 * host is gone.
 */
export async function listenForGrpc(
  host: string,
  port: number,
  options: {
    services: readonly GrpcService[];
    runner: CallRunner;
    protoFiles?: string | undefined;
    tls: InternalTls | undefined;
  },
): Promise<GrpcListener> {
  // Channelz stays enabled: without it, forceShutdown of grpc-js 1.14 loses its sessions and does not end running calls.
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
  });
  for (const { definition, handlers } of options.services) {
    const implementation: UntypedServiceImplementation = {};
    for (const [key, method] of Object.entries(definition)) {
      implementation[key] = adaptHandler(method, handlers[key], options.runner);
    }
    server.addService(definition, implementation);
  }
  const health = new HealthImplementation();
  health.addToServer(server);
  addReflection(
    server,
    options.services.map(({ name }) => name),
    options.protoFiles,
  );

  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const acceptor = createAcceptor(options.tls, options.runner.log, (socket) => injector.injectConnection(socket));
  const shown = host.includes(':') ? `[${host}]` : host;
  await listen(acceptor, host, port).catch((error: Error) => {
    throw new Error(`gRPC cannot listen on ${shown}:${port}: ${error.message}`);
  });
  return {
    address: `${shown}:${(acceptor.address() as AddressInfo).port}`,
    quietMs: QUIET_MS,
    setHealth: (name, isServing) => health.setStatus(name, isServing ? 'SERVING' : 'NOT_SERVING'),
    refuse: () => acceptor.close(),
    async close(isFinished) {
      if (isFinished) await tryShutdown(server);
      server.forceShutdown();
    },
  };
}

function listen(acceptor: TcpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    acceptor.once('error', reject);
    acceptor.listen(port, host, resolve);
  });
}

const CLOSE_WITHIN_MS = 1_000;

/** Announces the shutdown to the clients and waits for their connections to close. Does not wait for streams that never end, such as health watches. */
async function tryShutdown(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CLOSE_WITHIN_MS);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
