import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createOutbound } from '@svc/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { nativeCsv } from '../testing/native-csv.js';
import { fetchFeed } from './fetch-feed.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const IDLE_MS = 500;
const FILE = nativeCsv(200);

/** A server that does what HTTP servers do. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
}

/** A server that answers with these bytes and whatever else `then` does. */
async function answer(bytes: string | Buffer, then: (socket: Socket) => void = () => {}): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.write(bytes, () => then(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
}

const head = (length: number, more = ''): string => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n${more}\r\n`;

/** The whole feed as text; fails like `fetchFeed`. */
async function read(url: string): Promise<string> {
  const outbound = createOutbound({ allowPrivateNetwork: true, idleTimeoutMs: IDLE_MS });
  closing.push(() => outbound.close());
  const chunks: Buffer[] = [];
  for await (const chunk of fetchFeed(outbound, url, undefined, new AbortController().signal).chunks)
    chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** docs/reliability.md R5.3. */
describe('the server of a feed', () => {
  it('may be slow while data arrives: the timeout applies to each chunk, not to the whole file', async () => {
    const url = await serve(async (_, response) => {
      response.writeHead(200);
      for (let piece = 0; piece < 8; piece += 1) {
        response.write(FILE.slice((piece * FILE.length) / 8, ((piece + 1) * FILE.length) / 8));
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS / 4));
      }
      response.end();
    });
    expect(await read(url)).toBe(FILE);
  });

  it.each<[string, () => Promise<string>]>([
    ['before its headers', () => serve(() => {})],
    ['after its headers', () => serve((_, response) => response.writeHead(200).flushHeaders())],
    ['in the middle of the file', () => serve((_, response) => void response.write(FILE.slice(0, 1_000)))],
    ['in the middle of gzip data', () => serve((_, response) => void response.write(gzipSync(FILE).subarray(0, 100)))],
  ])('that hangs %s times out', async (_, start) => {
    await expect(read(await start())).rejects.toThrow(
      'The feed could not be fetched. The host did not answer in time.',
    );
  });

  it.each<[string, () => Promise<string>]>([
    ['announces more than it sends', () => answer(head(FILE.length + 1) + FILE, (socket) => socket.end())],
    ['breaks the connection off', () => answer(head(FILE.length) + FILE.slice(0, 1_000), (socket) => socket.destroy())],
    [
      'ends between two chunks of a chunked answer',
      () =>
        answer(
          `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${FILE.length.toString(16)}\r\n${FILE}\r\n`,
          (socket) => socket.end(),
        ),
    ],
    ['announces two lengths', () => answer(head(FILE.length, 'Content-Length: 5\r\n') + FILE)],
    ['announces no number', () => answer(`HTTP/1.1 200 OK\r\nContent-Length: all\r\n\r\n${FILE}`)],
    ['speaks no HTTP', () => answer(FILE)],
  ])('that %s fails the fetch', async (_, start) => {
    await expect(read(await start())).rejects.toThrow(/^The feed could not be fetched\. The host cannot be reached: /);
  });

  it('that announces fewer bytes than it sends is cut at that length and imported as such (see the guard)', async () => {
    expect(await read(await answer(head(1_000) + FILE))).toBe(FILE.slice(0, 1_000));
  });

  it('whose gzip data are damaged fails immediately, also while it still sends', async () => {
    const packed = gzipSync(FILE);
    packed.fill(0xff, 10, 200);
    const url = await serve((_, response) => {
      response.write(packed.subarray(0, 200));
      setTimeout(() => response.write(packed.subarray(200)), IDLE_MS / 4);
    });
    await expect(read(url)).rejects.toThrow('The feed is damaged');
  });

  it('that sends much gzip data causes no warning about listeners', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    closing.push(() => process.off('warning', onWarning));
    const packed = gzipSync(randomBytes(2 * 1024 * 1024).toString('base64'));
    await read(await serve((_, response) => response.end(packed)));
    expect(warnings).toEqual([]);
  });

  it('that announces fewer bytes of gzip data than it sends fails: gzip data have an end mark', async () => {
    const packed = gzipSync(FILE);
    const url = await answer(Buffer.concat([Buffer.from(head(packed.length - 20)), packed]));
    await expect(read(url)).rejects.toThrow('The feed is damaged');
  });
});
