import type { DatabaseWatch } from '../../db/connection/watch-database.js';
import type { Probed } from '../../probes/probes.js';
import type { GrpcServer } from './create-grpc-server.js';

/** A service that runs in this process. */
export interface RunningService extends Probed {
  /** Where its gRPC server listens, as clients use it. */
  address: string;
  /** Its health becomes NOT_SERVING; all calls are still served. */
  announceStop(): void;
  stop(): Promise<void>;
}

/**
 * The last step of starting a service: waits for the first attempt at the database, then listens. When either fails, everything
 * that was started is stopped before the error is thrown.
 * @param parts.stop - stops the service with all its parts, also half started.
 * @param parts.servesWithoutDatabase - whether it can answer from memory now; absent: never.
 */
export async function startListening(
  parts: {
    watch: Pick<DatabaseWatch, 'start' | 'isPrepared' | 'findProblem' | 'describeStatus'>;
    server: Pick<GrpcServer, 'listen' | 'setServing'>;
    servesWithoutDatabase?(): boolean;
    stop(): Promise<void>;
  },
  { GRPC_HOST, GRPC_PORT }: { GRPC_HOST: string; GRPC_PORT: number },
): Promise<RunningService> {
  const { watch, server, stop, servesWithoutDatabase = () => false } = parts;
  try {
    await watch.start();
    return {
      address: await server.listen(GRPC_HOST, GRPC_PORT),
      announceStop: () => server.setServing(false),
      findProblem: () => (watch.isPrepared && servesWithoutDatabase() ? undefined : watch.findProblem()),
      describeStatus: () => ({ database: watch.describeStatus() }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
