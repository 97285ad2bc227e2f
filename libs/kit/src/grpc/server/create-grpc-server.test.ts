import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, type ServiceError as GrpcError, loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import * as health from 'grpc-health-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readClient, startFixture, TRANSPORTS } from '../../testing/grpc-fixture.js';
import { scaleTimeout } from '../../testing/timeouts.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function fetchHealth(address: string, service: string): Promise<string> {
  const client = new Client(address, credentials.createInsecure());
  const { Check } = health.service;
  const answer = await new Promise<{ status: string }>((resolve, reject) => {
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      Check!.requestSerialize,
      Check!.responseDeserialize as (bytes: Buffer) => { status: string },
      { service },
      (error: GrpcError | null, response?: { status: string }) =>
        error || !response ? reject(error ?? new Error('empty')) : resolve(response),
    );
  }).finally(() => client.close());
  return answer.status;
}

describe('createGrpcServer', () => {
  it('answers health for the whole and for each service; NOT_SERVING when told so (docs/reliability.md R7.17)', async () => {
    const { server, address } = await startFixture({});
    cleanups.push(() => server.stop());
    expect(await fetchHealth(address, '')).toBe('SERVING');
    expect(await fetchHealth(address, 'svc.catalog.v1.CatalogService')).toBe('SERVING');
    server.setServing(false);
    expect(await fetchHealth(address, 'svc.catalog.v1.CatalogService')).toBe('NOT_SERVING');
    await expect(fetchHealth(address, 'svc.unknown')).rejects.toMatchObject({ code: 5 });
  });

  it('reflection lists exactly its services and describes their methods', async () => {
    const { server, address } = await startFixture({});
    cleanups.push(() => server.stop());
    const root = dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'));
    const definition = loadSync(join(root, 'build/proto/grpc/reflection/v1/reflection.proto'));
    const { grpc } = loadPackageDefinition(definition) as unknown as {
      grpc: { reflection: { v1: { ServerReflection: new (...args: unknown[]) => Client } } };
    };
    const client = new grpc.reflection.v1.ServerReflection(address, credentials.createInsecure());
    cleanups.push(() => client.close());
    const ask = (request: object) =>
      new Promise<Record<string, never>>((resolve, reject) => {
        const method = (client as unknown as Record<string, () => NodeJS.ReadWriteStream>).serverReflectionInfo!;
        const stream = method.call(client);
        stream.on('data', (data) => {
          resolve(data as never);
          stream.end();
        });
        stream.on('error', reject);
        stream.write(request as never);
      });
    const list = (await ask({ listServices: '*' })) as unknown as {
      listServicesResponse: { service: { name: string }[] };
    };
    const names = list.listServicesResponse.service.map(({ name }) => name).sort();
    expect(names).toEqual([
      'svc.catalog.v1.CatalogAdminService',
      'svc.catalog.v1.CatalogService',
      'svc.status.v1.StatusService',
    ]);
    const file = (await ask({ fileContainingSymbol: 'svc.catalog.v1.CatalogService' })) as unknown as {
      fileDescriptorResponse: { fileDescriptorProto: Buffer[] };
    };
    expect(Buffer.concat(file.fileDescriptorResponse.fileDescriptorProto).toString('latin1')).toContain('GetSnapshot');
    // It reads the descriptions of all services.
  }, 180_000);

  it('a port in use is one clear sentence', async () => {
    const { server, address } = await startFixture({});
    cleanups.push(() => server.stop());
    const port = Number(address.split(':')[1]);
    await expect(startFixture({}, { port })).rejects.toThrow(/^gRPC cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
  });
});

/** Something that happens once, and can be waited for. */
function signal() {
  let give = () => {};
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { promise, give: () => give() };
}

describe.each(TRANSPORTS)('createGrpcServer, transport %s', (transport) => {
  it('stop lets running calls end, refuses new ones, and may be called twice', async () => {
    const arrived = signal();
    const list = () => {
      arrived.give();
      return sleep(300, 'done');
    };
    const { server, address } = await startFixture({ list }, { transport });
    const client = readClient(address, { retry: [] });
    cleanups.push(() => client.close());
    const running = client.listCatalogChanges({ cursor: '' });
    await arrived.promise;
    const stopping = server.stop();
    await expect(running).resolves.toMatchObject({ cursor: 'done' });
    await Promise.all([stopping, server.stop()]);
    await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('stop ends what does not end by itself after the grace', async () => {
    const arrived = signal();
    const list = () => {
      arrived.give();
      return sleep(60_000, '');
    };
    const { server, address } = await startFixture({ list }, { graceMs: 200, transport });
    const client = readClient(address, { retry: [] });
    cleanups.push(() => client.close());
    const running = client.listCatalogChanges({ cursor: '' }, { timeoutMs: 30_000 }).catch((error: unknown) => error);
    await arrived.promise;
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(scaleTimeout(1_000));
    expect(await running).toMatchObject({ code: expect.stringMatching(/UNAVAILABLE|TIMEOUT/) });
  });
});
