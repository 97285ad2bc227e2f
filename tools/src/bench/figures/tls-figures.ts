import { createClient } from '@svc/kit';
import { createTestAuthority } from '@svc/kit/testing';
import { MatcherServiceClient } from '@svc/proto';
import type { Row } from '../compare.js';
import { startKitServer } from '../processes/kit-server.js';

const REQUEST = { productIds: [], variantIds: [], resultPage: false };
const LARGE_BYTES = 40_000;
const CALLS = 1_000;
const CONNECTIONS = 30;

/**
 * What TLS between services costs: processor time of both sides with TLS over that without, on loopback and in turn, for a call on an
 * open connection, and for a connection with its first call, which each client makes once a minute. docs/operations.md "TLS between services".
 */
export async function tlsFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const tls = createIdentity();
  const cases = [
    { id: 'tls', figure: 'a call of 1 byte', bytes: 1, times: CALLS, connects: false },
    { id: 'tls', figure: 'a call of 40 kB', bytes: LARGE_BYTES, times: CALLS, connects: false },
    { id: 'tls', figure: 'a connection and its first call', bytes: 1, times: CONNECTIONS, connects: true },
  ];
  const rows: Row[] = [];
  for (const { id, figure, ...options } of cases) {
    const measures = await Promise.all(
      [undefined, tls].map((identity) => createMeasure({ ...options, tls: identity })),
    );
    const figures: number[][] = [[], []];
    for (const { measureUs } of measures) await measureUs();
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { measureUs }] of measures.entries()) figures[index]?.push(await measureUs());
    }
    await Promise.all(measures.map(({ stop }) => stop()));
    const [plain, encrypted] = figures.map((values) => Math.min(...values)) as [number, number];
    const note = `${Math.round(plain)} µs of processor time without, ${Math.round(encrypted)} µs with TLS`;
    rows.push({ id, figure: `${figure}, with TLS over without`, ratio: encrypted / plain, note });
  }
  return rows;
}

/** One certificate for both sides. */
function createIdentity() {
  const authority = createTestAuthority();
  const { cert, key } = authority.issue(['gateway', 'localhost']);
  return { cert: Buffer.from(cert), key: Buffer.from(key), ca: Buffer.from(authority.ca), callers: ['gateway'] };
}

async function createMeasure(options: {
  bytes: number;
  times: number;
  connects: boolean;
  tls: ReturnType<typeof createIdentity> | undefined;
}) {
  const { tls, times } = options;
  const server = await startKitServer('localhost', Buffer.alloc(options.bytes), tls);
  const connect = () => createClient(MatcherServiceClient, server.address, { timeoutMs: 10_000, tls });
  const open = connect();
  const call = async () => {
    const client = options.connects ? connect() : open;
    await client.matchVariants(REQUEST);
    if (options.connects) client.close();
  };
  return {
    async measureUs(): Promise<number> {
      const before = process.cpuUsage();
      for (let done = 0; done < times; done += 1) await call();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / times;
    },
    async stop() {
      open.close();
      await server.stop();
    },
  };
}
