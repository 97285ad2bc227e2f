import { createGrpcServer, createLogger, type GrpcServerOptions, service } from '@svc/kit';
import { MatcherServiceService } from '@svc/proto';

const unused = () => Promise.reject(new Error('not part of the benchmark'));

/** A server of the kit whose MatchVariants answers every call with these bytes. */
export async function startKitServer(
  host: string,
  body: Buffer,
  tls?: GrpcServerOptions['tls'],
): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createGrpcServer({
    tls,
    log: createLogger({ name: 'bench', level: 'silent' }),
    services: [
      service(MatcherServiceService, {
        matchVariants: async () => ({ body, state: 'state' }),
        getMatchingState: async () => ({ state: 'state' }),
        getScope: unused,
        getTagging: unused,
      }),
    ],
  });
  return { address: await server.listen(host, 0), stop: () => server.stop() };
}
