import type { DatabaseWatch } from '../db/watch-database.js';
import type { GrpcServer } from './create-grpc-server.js';

/** A service that runs in this process. */
export interface RunningService {
  /** Where its gRPC server listens, as clients use it. */
  address: string;
  stop(): Promise<void>;
}

/**
 * The last step of starting a service: waits for the first attempt at the database, then listens. When either fails, everything
 * that was started is stopped before the error is thrown.
 * @param parts.stop - stops the service with all its parts, also half started.
 */
export async function startListening(
  parts: { watch: Pick<DatabaseWatch, 'start'>; server: Pick<GrpcServer, 'listen'>; stop(): Promise<void> },
  { GRPC_HOST, GRPC_PORT }: { GRPC_HOST: string; GRPC_PORT: number },
): Promise<RunningService> {
  const { watch, server, stop } = parts;
  try {
    await watch.start();
    return { address: await server.listen(GRPC_HOST, GRPC_PORT), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
