import { startKitServer } from './kit-server.js';

/** A server of the kit whose MatchVariants answers every call with the bytes of stdin. Prints its port. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const { address } = await startKitServer('127.0.0.1', Buffer.concat(chunks));
process.stdout.write(`${address.split(':')[1]}\n`);
