import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestAuthority, type TestAuthority } from '../../testing/certificates.js';
import { readClient, startFixture } from '../../testing/grpc-fixture.js';
import type { InternalTls } from './internal-tls.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const authority = createTestAuthority();
const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000);

/** The identity of a program on this machine. */
function identity(name: string, options: { by?: TestAuthority; trusts?: TestAuthority; validUntil?: Date } = {}) {
  const { by = authority, trusts = authority, ...validity } = options;
  const { cert, key } = by.issue([name, '127.0.0.1'], validity);
  const tls: InternalTls = {
    cert: Buffer.from(cert),
    key: Buffer.from(key),
    ca: Buffer.from(trusts.ca),
    callers: ['gateway', 'matcher-svc'],
  };
  return tls;
}

async function start(tls: InternalTls | undefined) {
  const { server, address, lines } = await startFixture({ list: async () => 'next' }, { tls });
  cleanups.push(() => server.stop());
  const reasons = () =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; reason?: string })
      .filter(({ msg }) => msg.startsWith('refused'));
  const call = (caller: InternalTls | undefined) => {
    const client = readClient(address, { retry: [], tls: caller });
    cleanups.push(() => client.close());
    return client.listCatalogChanges({ cursor: '' });
  };
  return { address, reasons, call };
}

// docs/operations.md "TLS between services".
describe('calls with GRPC_TLS', () => {
  it('of programs that the service lists succeed, on one connection or many', async () => {
    const { call, reasons } = await start(identity('catalog-sync'));
    for (const name of ['gateway', 'matcher-svc']) expect(await call(identity(name))).toMatchObject({ cursor: 'next' });
    expect(reasons()).toEqual([]);
  });

  it.each([
    ['without TLS', undefined, ''],
    [
      'with a certificate of a program that is not listed',
      identity('funnel-svc'),
      'none of the names gateway, matcher-svc',
    ],
    ['with a certificate of another authority', identity('gateway', { by: createTestAuthority() }), 'is not valid'],
    ['with a certificate that has expired', identity('gateway', { validUntil: yesterday }), 'CERT_HAS_EXPIRED'],
  ])('of a caller %s are refused, in one line of the log', async (_, caller, reason) => {
    const { call, reasons } = await start(identity('catalog-sync'));
    await expect(call(caller)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(call(caller)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect.poll(reasons).toHaveLength(1);
    expect(reasons()[0]?.reason).toContain(reason);
    expect(await call(identity('gateway'))).toMatchObject({ cursor: 'next' });
  });

  it('of a TLS client without a certificate are refused', async () => {
    const { address, reasons } = await start(identity('catalog-sync'));
    const [host = '', port] = address.split(':');
    const socket = connect({ host, port: Number(port), ca: authority.ca, ALPNProtocols: ['h2'] });
    await once(
      socket.on('error', () => {}),
      'close',
    );
    await expect.poll(reasons).toMatchObject([{ reason: 'it shows no certificate' }]);
  });

  it.each([
    ['of another authority', identity('catalog-sync', { by: createTestAuthority() })],
    ['that has expired', identity('catalog-sync', { validUntil: yesterday })],
  ])('to a service with a certificate %s fail', async (_, served) => {
    const { call } = await start(served);
    await expect(call(identity('gateway'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('to a service whose certificate is for another host fail', async () => {
    const { cert, key } = authority.issue(['catalog-sync']);
    const { call } = await start({ ...identity('x'), cert: Buffer.from(cert), key: Buffer.from(key) });
    await expect(call(identity('gateway'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('to a service without TLS fail, so that nothing is sent in plain text', async () => {
    const { call } = await start(undefined);
    await expect(call(identity('gateway'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
