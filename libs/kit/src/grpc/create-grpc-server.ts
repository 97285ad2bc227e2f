import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { DatabaseWatch } from '../db/watch-database.js';
import type { Logger } from '../log/logger.js';
import { adaptHandler } from './adapt-handler.js';
import { serveCallStreams } from './call-stream/serve-call-streams.js';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES } from './limits.js';
import { addReflection } from './reflection.js';
import { refuseUntilPrepared } from './refuse-until-prepared.js';
import type { GrpcService } from './service.js';

/**
 * Name under which the health service reports whether the database works. The server as a whole (the empty name) does not depend on it:
 * an orchestrator that restarts a process that does not serve must not restart it because its database is down.
 */
export const DATABASE_HEALTH = 'database';

export interface GrpcServer {
  /** Starts to listen and to serve. Port 0 takes a free one. Returns `host:port` as clients use it. */
  listen(host: string, port: number): Promise<string>;
  /** What the health service answers; calls are served either way. */
  setServing(serving: boolean): void;
  /** NOT_SERVING, no new calls, running calls may end within the grace, then all is closed. May be called twice. */
  stop(): Promise<void>;
}

export interface GrpcServerOptions {
  services: readonly GrpcService[];
  log: Logger;
  /** Whether it works is the health of the name `database`; until it is prepared, every call is UNAVAILABLE. */
  database?: DatabaseWatch;
  /** Folder of .proto files for reflection; default: those of @svc/proto. */
  protoFiles?: string;
  /** Connections end after this time, so that new replicas get their share of clients. R7.13. */
  maxConnectionAgeMs?: number;
  /** Time for running calls when a connection has reached its age: an upload may take ten minutes. */
  connectionGraceMs?: number;
  /** Time for running calls when the server stops. R7.16. */
  graceMs?: number;
}

/** A gRPC server with health, reflection and call streams (ADR 20). Every call runs in the request context of its caller. */
export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const { database, log, graceMs = 10_000 } = options;
  const services = database ? refuseUntilPrepared(options.services, database) : options.services;
  // Channelz stays on: without it forceShutdown of grpc-js 1.14 forgets the sessions and running calls go on.
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_connection_age_ms': options.maxConnectionAgeMs ?? 60_000,
    'grpc.max_connection_age_grace_ms': options.connectionGraceMs ?? 11 * 60_000,
  });
  const names = services.map(({ name }) => name);
  const health = new HealthImplementation();
  const setServing = (serving: boolean) => {
    for (const name of ['', ...names]) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  const setDatabase = (isWorking: boolean) => health.setStatus(DATABASE_HEALTH, isWorking ? 'SERVING' : 'NOT_SERVING');
  if (database) database.follow(setDatabase);
  else setDatabase(true);
  for (const { definition, handlers } of services) {
    const implementation: UntypedServiceImplementation = {};
    for (const [key, method] of Object.entries(definition)) {
      implementation[key] = adaptHandler(method, handlers[key], log);
    }
    server.addService(definition, implementation);
  }
  const streams = serveCallStreams(services, log);
  server.addService(streams.definition, streams.implementation);
  health.addToServer(server);
  addReflection(server, [...names, streams.name], options.protoFiles);
  setServing(false);

  let stopped: Promise<void> | undefined;
  return {
    setServing,
    async listen(host, port) {
      const shown = host.includes(':') ? `[${host}]` : host;
      const bound = await new Promise<number>((resolve, reject) => {
        server.bindAsync(`${shown}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
          error ? reject(new Error(`gRPC cannot listen on ${shown}:${port}: ${error.message}`)) : resolve(actual),
        );
      });
      setServing(true);
      return `${shown}:${bound}`;
    },
    stop() {
      setServing(false);
      streams.goAway();
      stopped ??= shutDown(server, graceMs);
      return stopped;
    },
  };
}

async function shutDown(server: Server, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
