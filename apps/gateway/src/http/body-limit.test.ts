import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { generateApiKey } from '@svc/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const MIB = 1024 * 1024;
const LIMIT = 4 * MIB;
const KEY = generateApiKey();

const start = async () => {
  gateway = await startGateway({
    handlers: {
      analysis: { createAnalysis: async () => ({ body: Buffer.from('{"id":"a"}'), replayed: false }) },
    },
  });
  return gateway;
};

/** A create request of exactly `size` bytes. */
function createBody(size: number): Buffer {
  const body = Buffer.alloc(size, 'x');
  body.write('{"funnelId":"f","pad":"');
  body.write('"}', size - 2);
  return body;
}

const HEAD = [
  'POST /api/v1/analyses HTTP/1.1',
  'Host: svc.test',
  `Authorization: Bearer ${KEY}`,
  'Content-Type: application/json',
];

/** Uploads `size` bytes, reading at the same time, until the server closes. @returns what it answered. */
function upload(size: number, { chunked }: { chunked: boolean }): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1');
    const piece = Buffer.alloc(64 * 1024, 'x');
    let answer = '';
    let sent = 0;
    const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`;
    const done = () => resolve(answer);
    const write = () => {
      while (sent < size && !socket.destroyed) {
        sent += piece.length;
        if (chunked) socket.write(`${piece.length.toString(16)}\r\n`);
        const flowing = socket.write(piece);
        if (chunked) socket.write('\r\n');
        if (!flowing) return void socket.once('drain', write);
      }
    };
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', done);
    socket.write(`${[...HEAD, length].join('\r\n')}\r\n\r\n`, write);
  });
}

describe('the limit of 4 MiB on POST /api/v1/analyses. docs/contract.md C18.1; docs/reliability.md R7.1', () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const post = (body: Buffer, extra: Record<string, string> = {}) =>
    gateway.ask('/api/v1/analyses', { method: 'POST', headers: { ...headers, ...extra }, body });

  it('takes exactly 4,194,304 bytes, announced or chunked, and hands them on. C9.5', async () => {
    await start();
    expect((await post(createBody(LIMIT))).status).toBe(200);
    expect((await post(createBody(LIMIT), { 'transfer-encoding': 'chunked' })).status).toBe(200);
  });

  it('refuses one byte more with the common body, closing the connection. C3.3, C9.5', async () => {
    await start();
    for (const extra of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const answer = await post(createBody(LIMIT + 1), extra);
      expect([answer.status, answer.json.error]).toEqual([413, 'REQUEST_TOO_LARGE']);
      expect(answer.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
      expect(answer.json.requestId).toBe(answer.headers['x-request-id']);
    }
  });

  it.each([false, true])(
    'answers 40 simultaneous uploads of 64 MiB, chunked: %s; every client reads its 413 and little is read of any. C3.3; docs/reliability.md R0.5',
    async (chunked) => {
      await start();
      const before = process.memoryUsage().rss;
      const sockets: Socket[] = [];
      const onSocket = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
      subscribe('net.server.socket', onSocket);
      const answers = await Promise.all(Array.from({ length: 40 }, () => upload(64 * MIB, { chunked })));
      unsubscribe('net.server.socket', onSocket);
      for (const answer of answers) {
        expect(answer).toMatch(/^HTTP\/1\.1 413 /);
        expect(answer).toContain('"error":"REQUEST_TOO_LARGE"');
      }
      // What clients could send says less: buffers of the operating system take up to tens of megabytes.
      const read = sockets.map(({ bytesRead }) => bytesRead);
      expect(read).toHaveLength(40);
      expect(Math.min(...read)).toBeGreaterThan(chunked ? LIMIT : 0);
      expect(Math.max(...read)).toBeLessThan((chunked ? 4.5 : 0.5) * MIB);
      // Both sides run in this process; the server alone would have held 2.5 GiB.
      expect(process.memoryUsage().rss - before).toBeLessThan(600 * MIB);
    },
    30_000,
  );

  it('does not request a body that it refuses: no 100 Continue before a 413', async () => {
    await start();
    const lines = (length: number) =>
      [...HEAD, `Content-Length: ${length}`, 'Expect: 100-continue', '', ''].join('\r\n');
    expect(await gateway.raw(lines(LIMIT + 1))).toMatch(/^HTTP\/1\.1 413 /);
    expect(await gateway.raw(lines(10), { until: (received) => received !== '' })).toMatch(/^HTTP\/1\.1 100 Continue/);
  });

  it('does not read a large body after a refusal for another reason', async () => {
    await start();
    const head = ['POST /api/v1/analyses HTTP/1.1', 'Host: svc.test', `Content-Length: ${64 * MIB}`, '', ''];
    const answer = await gateway.raw(Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.alloc(1000)]));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('Connection: close');
  });

  it('a body that ends early creates nothing. docs/reliability.md R11.3', async () => {
    const { services } = await start();
    await gateway.raw(`${[...HEAD, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"funnelId":"f"}`, { untilMs: 100 });
    expect(services.calls).toEqual({});
  });
});
