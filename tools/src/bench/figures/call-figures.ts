import { createClient } from '@svc/kit';
import { MatcherServiceClient } from '@svc/proto';
import { compare, type Row } from '../compare.js';
import { loop } from '../load/load.js';
import { kitGrpcServer } from '../processes/children.js';
import { startKitServer } from '../processes/kit-server.js';

const REQUEST = { productIds: [], variantIds: [], resultPage: false };

/** What the in-process transport saves (ADR 31): calls inside one process against gRPC calls to another one. */
export async function callFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [answer, size] of [
    ['a tiny answer', 1],
    ['an answer of 46 kB', 46_021],
  ] as const) {
    const bytes = 'x'.repeat(size);
    const child = await kitGrpcServer(bytes);
    const inside = await startKitServer('inproc:bench', Buffer.from(bytes));
    const clients = {
      grpc: createClient(MatcherServiceClient, child.address, { timeoutMs: 10_000 }),
      inProcess: createClient(MatcherServiceClient, inside.address, { timeoutMs: 10_000 }),
    };
    const calls = (transport: keyof typeof clients, concurrency: number) =>
      loop(() => clients[transport].matchVariants(REQUEST), { seconds, concurrency });
    for (const concurrency of [32, 1]) {
      rows.push(
        await compare({
          id: 'calls',
          figure: `a call inside one process against gRPC, ${answer}, ${concurrency} at a time`,
          rounds,
          base: () => calls('grpc', concurrency),
          measured: () => calls('inProcess', concurrency),
        }),
      );
    }
    for (const client of Object.values(clients)) client.close();
    await inside.stop();
    await child.stop();
  }
  return rows;
}
