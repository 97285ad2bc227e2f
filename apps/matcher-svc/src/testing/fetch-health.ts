import { Client, credentials } from '@grpc/grpc-js';

const STATUS: Record<number, string> = { 1: 'SERVING', 2: 'NOT_SERVING' };

/** What the health service of a server reports under a name of at most 127 bytes. */
export function fetchHealth(address: string, name: string): Promise<string | undefined> {
  const client = new Client(address, credentials.createInsecure());
  return new Promise<string | undefined>((resolve, reject) => {
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      // HealthCheckRequest: field 1, a string.
      () => Buffer.from([0x0a, name.length, ...Buffer.from(name)]),
      // HealthCheckResponse: field 1, a number.
      (bytes) => STATUS[bytes[1] ?? 0],
      {},
      (error, status) => (error ? reject(error) : resolve(status)),
    );
  }).finally(() => client.close());
}
