import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@svc/kit';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { TIMEOUT_MS } from '../clients.js';
import type { GatewayState } from '../context.js';
import { errors } from '../middleware/errors.js';
import { requestContext } from '../middleware/request-context.js';
import { createHttpServer } from './create-http-server.js';
import { BODY_TIMEOUT_MS, readBody, readBodyChunks } from './read-body.js';

/** Stands for the 60 s of a body that is read as a whole. */
const BOUND_MS = 300;
const MAX_BYTES = 1_000;

let server: Server;
afterEach(() => server.close());

/** A server whose `/whole` reads a body as a whole, `/stream` in pieces, and every other path not at all. */
async function start(boundMs = BOUND_MS): Promise<void> {
  const app = new Koa<GatewayState>();
  app.use(requestContext({ readSource: () => ({ address: '192.0.2.1', isShared: false }), traceRequest: () => ({}) }));
  app.use(errors(createLogger({ name: 'test', level: 'silent' })));
  app.use(async (ctx) => {
    let size = 0;
    if (ctx.path === '/whole') size = (await readBody(ctx.req, ctx.res, MAX_BYTES, boundMs)).length;
    if (ctx.path === '/stream')
      for await (const chunk of readBodyChunks(ctx.req, ctx.res, MAX_BYTES)) size += chunk.length;
    ctx.body = Buffer.from(`read ${size}`);
  });
  const handle = app.callback();
  server = createHttpServer((req, res) => void handle(req, res), BOUND_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Sends ten bytes, one every `everyMs`, unless the server closes before. `answer` is what has come back. */
async function trickle(path: string, everyMs: number): Promise<{ answer: () => string; socket: Socket }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: svc.test\r\nContent-Length: 10\r\n\r\n`);
  for (let sent = 0; sent < 10 && !socket.destroyed; sent += 1) {
    await delay(everyMs);
    socket.write('x');
  }
  return { answer: () => answer, socket };
}

describe('how long a body may take. docs/reliability.md R7.4', () => {
  it('one that is read as a whole: its bound, then 408 with the common body, and the connection closes', async () => {
    await start();
    const { answer, socket } = await trickle('/whole', 60);
    if (!socket.closed) await once(socket, 'close');
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer()).toContain('"error":"REQUEST_TIMEOUT"');
    expect(answer().toLowerCase()).toContain('connection: close');
  });

  it('one that arrives within the bound is read, however many pieces it has', async () => {
    await start(20_000);
    const { answer, socket } = await trickle('/whole', 5);
    await expect.poll(answer).toContain('read 10');
    socket.destroy();
  });

  it('one that is streamed may take longer: a CSV upload has 10 minutes. docs/reliability.md R5.3', async () => {
    await start();
    const { answer, socket } = await trickle('/stream', 60);
    await expect.poll(answer).toContain('read 10');
    socket.destroy();
  });

  it('a body that no handler reads: the limit starts after the answer, then the connection is cut', async () => {
    await start();
    const { answer, socket } = await trickle('/unread', 120);
    await expect.poll(() => socket.destroyed).toBe(true);
    expect(answer()).toContain('read 0');
  });

  it('the limits: 60 s for a body; an import reports its own timeout before the gateway does, and the gateway before Node', () => {
    server = createHttpServer(() => {});
    expect(BODY_TIMEOUT_MS).toBe(60_000);
    expect(TIMEOUT_MS.import).toBeGreaterThan(10 * 60_000);
    expect(server.requestTimeout).toBeGreaterThan(TIMEOUT_MS.import);
  });
});
