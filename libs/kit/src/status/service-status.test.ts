import { StatusServiceClient } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../grpc/client/create-client.js';
import { createGrpcServer, type GrpcServerOptions } from '../grpc/server/create-grpc-server.js';
import { createLogger } from '../log/logger.js';
import { inProcessHost } from '../testing/in-process-host.js';
import { VERSION } from '../util/version.js';
import { createServiceStatus } from './service-status.js';

const log = createLogger({ name: 'test', level: 'silent' });
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function fetchStatus(options: Partial<GrpcServerOptions>, withFailedWork = false) {
  const server = createGrpcServer({ services: [], log, ...options });
  const client = createClient(StatusServiceClient, await server.listen(inProcessHost(), 0));
  cleanups.push(
    () => server.stop(),
    () => client.close(),
  );
  return (await client.getStatus({ withFailedWork })).status;
}

describe('the state of a service (docs/operations.md "State of the platform")', () => {
  it('is served by every service, also before its database was ever ready', async () => {
    const database = { isPrepared: false, follow() {} };
    expect(await fetchStatus({ database }, true)).toMatchObject({ version: VERSION, isCounted: true, failedWork: [] });
  });

  it('has the ages that are shown now', async () => {
    const status = createServiceStatus({ log });
    status.showAge('funnels', () => 2.5);
    const hide = status.showAge('catalogs', () => 1);
    hide();
    expect(await fetchStatus({ status })).toMatchObject({ ages: [{ name: 'funnels', seconds: 2.5 }] });
  });

  it('counts what failed only when it is asked for, and says when that was not possible', async () => {
    const newestAt = new Date('2026-11-27T09:00:00Z');
    let counted = 0;
    const countFailedWork = async () => {
      counted += 1;
      return [{ kind: 'jobs', count: 2, newestAt }];
    };
    const status = createServiceStatus({ log, countFailedWork });
    expect(await fetchStatus({ status })).toMatchObject({ isCounted: false, failedWork: [] });
    expect(counted).toBe(0);
    expect(await fetchStatus({ status }, true)).toMatchObject({
      isCounted: true,
      failedWork: [{ kind: 'jobs', count: 2, newestAt }],
    });
    const broken = createServiceStatus({ log, countFailedWork: () => Promise.reject(new Error('no database')) });
    expect(await fetchStatus({ status: broken }, true)).toMatchObject({ isCounted: false, failedWork: [] });
  });
});
