import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
let proxy: TcpProxy;

beforeAll(async () => {
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  proxy = await startTcpProxy(`127.0.0.1:${(echo.address() as AddressInfo).port}`);
});

afterAll(async () => {
  await proxy.close();
  echo.close();
});

/** Milliseconds until the text came back, or what happened instead. */
async function roundTrip(text: string, limitMs = 20_000): Promise<number | string> {
  const socket = connect(proxy.port, '127.0.0.1');
  const started = performance.now();
  const outcome = await new Promise<number | string>((resolve) => {
    socket.on('data', () => resolve(performance.now() - started));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    socket.on('close', () => resolve('closed'));
    setTimeout(() => resolve('nothing'), limitMs);
    socket.write(text);
  });
  socket.destroy();
  return outcome;
}

describe('startTcpProxy', () => {
  it('passes bytes on, delays them, holds them back, and refuses', async () => {
    // A machine that stalls delays one of them, not each.
    await expect.poll(() => roundTrip('a')).toBeLessThan(750);
    proxy.latency(400);
    expect(await roundTrip('a')).toBeGreaterThan(750);
    proxy.latency(0);
    proxy.freeze();
    expect(await roundTrip('a', 100)).toBe('nothing');
    proxy.down();
    expect(await roundTrip('a')).toMatch(/ECONNRESET|closed|EPIPE/);
    proxy.up();
    await expect.poll(() => roundTrip('a')).toBeLessThan(750);
  });

  it('bytes held while frozen flow after up', async () => {
    proxy.freeze();
    const answer = roundTrip('held');
    await sleep(100);
    proxy.up();
    expect(await answer).toBeGreaterThan(90);
  });
});
