import { type ClientClass, createClient, DATABASE_HEALTH } from '@svc/kit';

/** `SERVING` of grpc.health.v1.HealthCheckResponse: field 1, varint 1. */
const SERVING = Buffer.from([0x08, 0x01]);

interface HealthMethods {
  check(request: string): Promise<boolean>;
  close(): void;
}

/**
 * grpc.health.v1.Health/Check. The two messages are a few bytes, so they are written by hand instead of generated: the request is a
 * name, empty for the server as a whole, the response one status.
 */
const HealthDefinition = {
  check: {
    path: '/grpc.health.v1.Health/Check',
    requestStream: false,
    responseStream: false,
    requestSerialize: (name: string) =>
      name === '' ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, name.length]), Buffer.from(name)]),
    requestDeserialize: () => '',
    responseSerialize: (serving: boolean) => (serving ? SERVING : Buffer.from([0x08, 0x02])),
    responseDeserialize: (bytes: Buffer) => bytes.equals(SERVING),
  },
} as const;

/** `NOT_FOUND` of gRPC. */
const NOT_FOUND = 5;

/** A service of an older release knows no such name. */
function withoutDatabase(error: unknown): boolean {
  if (((error as Error).cause as { code?: unknown } | undefined)?.code === NOT_FOUND) return true;
  throw error;
}

/** A health client of one service. Resolves with whether it and its database serve; rejects when it does not answer in time. */
export function healthClient(address: string, timeoutMs: number): { isServing(): Promise<boolean>; close(): void } {
  // createClient uses the definition only; there is no generated class for these two messages. A replica that gets no calls
  // over streams, since it does not answer, has to be seen here: each check is a call of its own.
  const Definition = { service: HealthDefinition } as unknown as ClientClass<object>;
  const client = createClient(Definition, address, { timeoutMs, transport: 'unary' }) as unknown as HealthMethods;
  return {
    async isServing() {
      const answers = await Promise.all([client.check(''), client.check(DATABASE_HEALTH).catch(withoutDatabase)]);
      return answers.every(Boolean);
    },
    close: () => client.close(),
  };
}
