import { createClient } from '@svc/kit';
import { MatcherServiceClient } from '@svc/proto';
import { kitGrpcServer } from './children.js';
import { compare, type Row } from './compare.js';
import { loop } from './load.js';

/** What call streams buy (ADR 20): calls of the kit over one stream against calls of their own, client and server a process each. */
export async function callFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [answer, bytes] of [
    ['a tiny answer', 1],
    ['an answer of 46 kB', 46_021],
  ] as const) {
    const server = await kitGrpcServer('x'.repeat(bytes));
    const clients = {
      unary: createClient(MatcherServiceClient, server.address, { transport: 'unary', timeoutMs: 10_000 }),
      stream: createClient(MatcherServiceClient, server.address, { transport: 'stream', timeoutMs: 10_000 }),
    };
    const calls = (transport: keyof typeof clients, concurrency: number) =>
      loop(() => clients[transport].matchVariants({ productIds: [], variantIds: [], resultPage: false }), {
        seconds,
        concurrency,
      });
    for (const concurrency of [32, 1]) {
      rows.push(
        await compare({
          id: 'calls',
          figure: `call streams against a call each, ${answer}, ${concurrency} at a time`,
          rounds,
          base: () => calls('unary', concurrency),
          measured: () => calls('stream', concurrency),
        }),
      );
    }
    for (const client of Object.values(clients)) client.close();
    await server.stop();
  }
  return rows;
}
