import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { buildConnector } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { hostileAddresses } from '../testing/hostile-addresses.js';
import { createOutbound } from './create-outbound.js';
import type { Outbound, OutboundOptions } from './outbound.js';
import { isPublicAddress } from './public-address.js';
import { createSafeConnector } from './safe-connector.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server on loopback that counts connections. */
async function startServer(
  listener: RequestListener,
): Promise<{ url: string; port: number; connections: () => number; server: Server }> {
  let connections = 0;
  const server = createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, connections: () => connections, server };
}

function outbound(options: Partial<OutboundOptions> = {}): Outbound {
  const created = createOutbound({ allowPrivateNetwork: false, ...options });
  closing.push(() => created.close());
  return created;
}

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '0.0.0.0',
    '240.0.0.1',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('createOutbound (docs/reliability.md R4.5)', () => {
  it('no hostile address reaches a server on loopback, whatever it is called', async () => {
    const canary = await startServer((_, response) => response.end('reached'));
    const { port } = canary;
    const hostile = [...hostileAddresses(port), 'no address'];
    const calls = outbound();
    for (const url of hostile) {
      await expect(calls.request(url), url).rejects.toMatchObject({ problem: 'ADDRESS' });
    }
    expect(canary.connections()).toBe(0);
  });

  it('a name is called only if all of its addresses are public', async () => {
    const calls = outbound({ resolve: async () => ['8.8.8.8', '127.0.0.1'] });
    await expect(calls.request('http://shop.example/')).rejects.toMatchObject({ problem: 'ADDRESS' });
  });

  it('a name that answers a public address first and a private one then gains nothing: what was checked is called', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const called: { hostname: string; servername?: string | undefined }[] = [];
    const connect = createSafeConnector({
      connectTimeoutMs: 1_000,
      allowPrivateNetwork: false,
      resolve: async () => answers.shift() ?? [],
      connect: ({ hostname, servername }, callback) => {
        called.push({ hostname, servername });
        callback(new Error('not connected'), null);
      },
    });
    const target = { hostname: 'rebinding.example', protocol: 'https:', port: '443' };
    const problems: (Error | null)[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise<void>((done) => {
        connect(target, (...[error]) => {
          problems.push(error);
          done();
        });
      });
    }
    expect(called).toEqual([{ hostname: '8.8.8.8', servername: 'rebinding.example' }]);
    expect(problems[1]).toMatchObject({ problem: 'ADDRESS' });
  });

  it('with ALLOW_PRIVATE_NETWORK loopback is called, credentials of the address are sent and not shown (docs/contract.md C15.7)', async () => {
    const { url } = await startServer((request, response) => response.end(request.headers.authorization));
    const { hostname, port } = new URL(url);
    const answer = await outbound({ allowPrivateNetwork: true }).request(
      `http://ann:s%3Acret@${hostname}:${port}/feed`,
    );
    expect(await text(answer.body)).toBe(`Basic ${Buffer.from('ann:s:cret').toString('base64')}`);
    expect(answer.url).toBe(`${url}/feed`);
  });

  it('redirects are followed as often as is allowed, and each target is checked', async () => {
    const { url } = await startServer((request, response) => {
      const left = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('left'));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/?left=${left - 1}` }).end();
    });
    const calls = outbound({ allowPrivateNetwork: true });
    expect(await text((await calls.request(`${url}/?left=3`, { maxRedirects: 3 })).body)).toBe('arrived');
    await expect(calls.request(`${url}/?left=4`, { maxRedirects: 3 })).rejects.toMatchObject({ problem: 'REDIRECTS' });
    const { status, body } = await calls.request(`${url}/?left=1`);
    body.destroy();
    expect(status).toBe(302);
    const inward = await startServer((_, response) =>
      response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    );
    await expect(calls.request(inward.url, { maxRedirects: 3 })).rejects.toMatchObject({ problem: 'ADDRESS' });
  });

  it('a redirect from a public host inwards is not followed, by whatever name or address', async () => {
    const canary = await startServer((_, response) => response.end('reached'));
    let location = '';
    const shop = await startServer((_, response) => response.writeHead(302, { location }).end());
    const dial = buildConnector({ timeout: 1_000 });
    const calls = outbound({
      resolve: async (name) => [name === 'shop.example' ? '8.8.8.8' : '10.0.0.1'],
      // What is public stands for the shop; everything else would be what it says.
      connect: (target, callback) =>
        dial(
          target.hostname === '8.8.8.8' ? { ...target, hostname: '127.0.0.1', port: String(shop.port) } : target,
          callback,
        ),
    });
    for (location of [
      canary.url,
      'http://127.0.0.1/',
      'http://localhost/',
      '//127.0.0.1/',
      'http://inward.example/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      `http://shop.example:${canary.port}/`,
      'file:///etc/passwd',
    ]) {
      const called = calls.request('http://shop.example/feed.csv', { maxRedirects: 3 });
      await expect(called, location).rejects.toMatchObject({ problem: 'ADDRESS' });
    }
    expect([shop.connections() > 0, canary.connections()]).toEqual([true, 0]);
  });

  it('credentials are not told to another host that an answer redirects to', async () => {
    const other = await startServer((request, response) => response.end(request.headers.authorization ?? 'none'));
    const first = await startServer((_, response) => response.writeHead(302, { location: other.url }).end());
    const answer = await outbound({ allowPrivateNetwork: true }).request(first.url, {
      headers: { authorization: 'Bearer secret' },
      maxRedirects: 1,
    });
    expect(await text(answer.body)).toBe('none');
  });

  it('the error says whether a host does not answer, refuses the connection or interrupts it', async () => {
    const silent = await startServer(() => {});
    const calls = outbound({ allowPrivateNetwork: true, idleTimeoutMs: 1_000 });
    await expect(calls.request(silent.url)).rejects.toMatchObject({ problem: 'TIMEOUT' });
    const broken = await startServer((request) => request.socket.destroy());
    await expect(calls.request(broken.url)).rejects.toMatchObject({
      problem: 'UNREACHABLE',
      message: expect.stringContaining('broke'),
    });
    await expect(calls.request('http://127.0.0.1:1/')).rejects.toMatchObject({
      problem: 'UNREACHABLE',
      message: expect.stringContaining('refused'),
    });
    const gone = outbound({ allowPrivateNetwork: true, resolve: async () => [] });
    await expect(gone.request('http://nowhere.example/')).rejects.toMatchObject({
      problem: 'UNREACHABLE',
      message: expect.stringContaining('cannot be resolved'),
    });
  });

  it('a caller that aborts ends the request with its reason', async () => {
    const silent = await startServer(() => {});
    const signal = AbortSignal.timeout(50);
    const call = outbound({ allowPrivateNetwork: true }).request(silent.url, { signal });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
