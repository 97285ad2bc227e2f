import { createGrpcServer, createLogger, service } from '@svc/kit';
import { MatcherServiceService } from '@svc/proto';

/** A server of the kit whose MatchVariants answers every call with these bytes. */
export async function startKitServer(host: string, body: Buffer): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createGrpcServer({
    log: createLogger({ name: 'bench', level: 'silent' }),
    services: [
      service(MatcherServiceService, {
        matchVariants: async () => ({ body, state: 'state' }),
        getMatchingState: async () => ({ state: 'state' }),
      }),
    ],
  });
  return { address: await server.listen(host, 0), stop: () => server.stop() };
}
