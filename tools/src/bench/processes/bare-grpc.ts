import { Server, ServerCredentials } from '@grpc/grpc-js';
import { MatcherServiceService, type MatchVariantsResponse } from '@svc/proto';

/** The other limit: grpc-js alone, without the kit, answering every call with the bytes of stdin. Prints its port. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const answer: MatchVariantsResponse = { body: Buffer.concat(chunks), state: 'state' };

const { matchVariants, getMatchingState } = MatcherServiceService;
const server = new Server();
server.addService(
  { matchVariants, getMatchingState },
  {
    matchVariants: (_call: unknown, callback: (error: null, response: MatchVariantsResponse) => void) =>
      callback(null, answer),
    getMatchingState: (_call: unknown, callback: (error: null, response: { state: string }) => void) =>
      callback(null, { state: 'state' }),
  },
);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
