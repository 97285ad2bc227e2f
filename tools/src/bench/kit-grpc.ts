import { createGrpcServer, createLogger, service } from '@svc/kit';
import { MatcherServiceService } from '@svc/proto';

/** A server of the kit whose MatchVariants answers every call with the bytes of stdin. Prints its port. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const body = Buffer.concat(chunks);

const server = createGrpcServer({
  log: createLogger({ name: 'bench', level: 'silent' }),
  services: [
    service(MatcherServiceService, {
      matchVariants: async () => ({ body, state: 'state' }),
      getMatchingState: async () => ({ state: 'state' }),
    }),
  ],
});
const address = await server.listen('127.0.0.1', 0);
process.stdout.write(`${address.split(':')[1]}\n`);
