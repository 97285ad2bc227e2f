import { describe, expect, it } from 'vitest';
import { readEnv } from './read-env.js';
import { GRPC_PORTS, peerAddress, type ServiceName, serviceEnv } from './service-env.js';

const NAMES = Object.keys(GRPC_PORTS) as ServiceName[];

describe('the services without settings', () => {
  it.each(NAMES)('%s is called where it listens', (name) => {
    const { GRPC_HOST, GRPC_PORT } = readEnv(serviceEnv(name), { DATABASE_URL: 'postgres://localhost/svc' });
    const { ADDR } = readEnv({ ADDR: peerAddress(name) }, {});
    expect(ADDR).toBe(`${GRPC_HOST}:${GRPC_PORT}`);
  });

  it('listen on ports of their own, so that all run on one machine', () => {
    expect(new Set(NAMES.map((name) => GRPC_PORTS[name])).size).toBe(NAMES.length);
  });
});
