import { type GrpcService, service } from '../service.js';

/** `SERVING` and `NOT_SERVING` of grpc.health.v1.HealthCheckResponse: field 1, a varint. */
const SERVING = Buffer.from([0x08, 0x01]);
const NOT_SERVING = Buffer.from([0x08, 0x02]);

/**
 * grpc.health.v1.Health/Check. The two messages are a few bytes, so they are written by hand instead of generated: the request is a
 * name, empty for the server as a whole, the response one status.
 */
export const HealthDefinition = {
  check: {
    path: '/grpc.health.v1.Health/Check',
    requestStream: false,
    responseStream: false,
    requestSerialize: (name: string) =>
      name === '' ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, name.length]), Buffer.from(name)]),
    requestDeserialize: (bytes: Buffer) => bytes.subarray(2).toString(),
    responseSerialize: (serving: boolean) => (serving ? SERVING : NOT_SERVING),
    responseDeserialize: (bytes: Buffer) => bytes.equals(SERVING),
  },
} as const;

/** Answers health checks inside of a process. */
export function createHealthService(isServing: (name: string) => boolean): GrpcService {
  return service(HealthDefinition, { check: async (name) => isServing(name) });
}
