import type { DatabaseWatch } from '../../db/connection/watch-database.js';
import type { Logger } from '../../log/logger.js';
import { createServiceStatus, type ServiceStatus } from '../../status/service-status.js';
import { isInProcess, registerServer } from '../in-process/registry.js';
import { InProcessServer } from '../in-process/server.js';
import type { GrpcService } from '../service.js';
import { getInternalTls, type InternalTls } from '../tls/internal-tls.js';
import type { GrpcListener } from './grpc-listener.js';
import { createHealthService } from './health-service.js';
import { refuseUntilPrepared } from './refuse-until-prepared.js';
import { RunningCalls } from './running-calls.js';

/**
 * Name under which the health service reports whether the database works. The server as a whole (the empty name) does not depend on it:
 * an orchestrator that restarts a process that does not serve must not restart it because its database is down.
 */
export const DATABASE_HEALTH = 'database';

export interface GrpcServer {
  /**
   * Starts to listen and to serve. Port 0 takes a free one. The host `inproc:name` serves this process only, without a port.
   * Returns the address as clients use it.
   */
  listen(host: string, port: number): Promise<string>;
  /** What the health service answers; calls are served either way. */
  setServing(serving: boolean): void;
  /**
   * NOT_SERVING, no new connections, running calls may end within the grace, then all is closed. Clients of the kit leave with the
   * next answer that they get. May be called twice.
   */
  stop(): Promise<void>;
}

export interface GrpcServerOptions {
  services: readonly GrpcService[];
  log: Logger;
  /** What administrators of the platform see of it; absent: its release. */
  status?: Pick<ServiceStatus, 'service'>;
  /** Whether it works is the health of the name `database`; until it is prepared, every call is UNAVAILABLE. */
  database?: Pick<DatabaseWatch, 'isPrepared' | 'follow'>;
  /** Folder of .proto files for reflection; default: those of @svc/proto. */
  protoFiles?: string;
  /** Time for running calls when the server stops. docs/reliability.md R7.16. */
  graceMs?: number;
  /** Absent: that of the process. */
  tls?: InternalTls | undefined;
}

/** A gRPC server with health and reflection. Every call runs in the request context of its caller. */
export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const { database, log, graceMs = 10_000, tls = getInternalTls() } = options;
  const status = options.status ?? createServiceStatus({ log });
  const own = database ? refuseUntilPrepared(options.services, database) : options.services;
  const services = [...own, status.service];
  const names = services.map(({ name }) => name);
  const health = new Map<string, boolean>();
  const calls = new RunningCalls();
  const runner = { log, calls };
  let listener: GrpcListener | undefined;
  let stopped: Promise<void> | undefined;

  function setHealth(name: string, isServing: boolean): void {
    health.set(name, isServing);
    listener?.setHealth(name, isServing);
  }
  function setServing(serving: boolean): void {
    for (const name of ['', ...names]) setHealth(name, serving);
  }
  function listenInProcess(address: string): GrpcListener {
    const isServing = (name: string) => health.get(name) === true;
    const server = new InProcessServer([...services, createHealthService(isServing)], runner);
    const remove = registerServer(address, server);
    return { address, quietMs: 0, setHealth: () => {}, refuse: remove, close: async () => server.end() };
  }
  /** Health and reflection load their .proto files with what they import, a tenth of the start of a process that needs neither. */
  async function listenOnNetwork(host: string, port: number): Promise<GrpcListener> {
    const { listenForGrpc } = await import('./grpc-listener.js');
    return listenForGrpc(host, port, { services, runner, tls, protoFiles: options.protoFiles });
  }
  async function shutDown(): Promise<void> {
    calls.isLeaving = true;
    if (!listener) return;
    listener.refuse();
    await listener.close(await calls.finished(graceMs, listener.quietMs));
  }

  setServing(false);
  if (database) database.follow((isWorking) => setHealth(DATABASE_HEALTH, isWorking));
  else setHealth(DATABASE_HEALTH, true);
  return {
    setServing,
    async listen(host, port) {
      listener = isInProcess(host) ? listenInProcess(host) : await listenOnNetwork(host, port);
      for (const [name, isServing] of health) listener.setHealth(name, isServing);
      setServing(true);
      return listener.address;
    },
    stop() {
      setServing(false);
      stopped ??= shutDown();
      return stopped;
    },
  };
}
