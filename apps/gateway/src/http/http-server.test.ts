import { connect } from 'node:net';
import { scaleTimeout } from '@svc/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { MATCHES, matchingFakes } from '../testing/fixtures.js';
import { startGateway, type TestGateway } from '../testing/start-gateway.js';
import { waitFor } from '../testing/wait-for.js';

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

const start = async () => {
  gateway = await startGateway({ handlers: matchingFakes() });
  return gateway;
};

/** The parts of a raw response. */
function parse(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), json: JSON.parse(body || '{}') };
}

describe('requests that are not what they should be. docs/reliability.md R0.9, R7.3 to R7.5', () => {
  it.each([
    ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: svc.test\r\nHost: svc.test\r\n\r\n'],
    ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['an absolute-form target', 'GET http://svc.test/healthz HTTP/1.1\r\nHost: svc.test\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: svc.test\r\n\r\n'],
    ['something that is not HTTP', 'HELO svc.test\r\n\r\n'],
    [
      'Content-Length and Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: svc.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : svc.test\r\n\r\n'],
  ])('%s is 400 with the common body and closes the connection. docs/contract.md C2.6', async (_name, bytes) => {
    const { raw } = await start();
    const { status, head, json } = parse(await raw(bytes));
    expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.requestId).toEqual(expect.any(String));
    expect(head).toContain('cache-control: no-store');
    expect(head).toContain('connection: close');
  });

  it('a request line over 64 KiB is 431, with JSON, no-store and CORS. C4.5, C11.8; docs/reliability.md R0.7', async () => {
    const { raw } = await start();
    const { status, head, json } = parse(
      await raw(`GET ${MATCHES}?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: svc.test\r\n\r\n`),
    );
    expect([status, json.error]).toEqual([431, 'REQUEST_HEADERS_TOO_LARGE']);
    expect(json.message).toBe('The request line and headers must have at most 64 KiB.');
    expect(head).toContain('cache-control: no-store');
    expect(head).toContain('access-control-allow-origin: *');
  });

  it('a refused client that keeps its side open is cut off after a second', async () => {
    const { port } = await start();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const startedAt = performance.now();
    socket.write('HELO\r\n\r\n');
    socket.resume();
    // The client sees the end of the answer and, holding its side open, learns of the cut when it writes again.
    await new Promise((resolve) => socket.once('end', resolve));
    setTimeout(() => socket.write('x'), 1_500);
    setTimeout(() => socket.write('x'), 1_700);
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(4_000));
  });

  it('100 header fields are read; more are 431, and the message gives their number', async () => {
    const { ask } = await start();
    // Besides Host and Connection, which the client adds.
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '1']));
    expect((await ask('/healthz', { headers: fields(98) })).status).toBe(200);
    for (const count of [101, 102, 500, 3_000]) {
      const { status, json } = await ask('/healthz', { headers: fields(count - 2) });
      expect([status, json.error]).toEqual([431, 'REQUEST_HEADERS_TOO_LARGE']);
      expect(json.message).toBe(`The request has ${count} header fields; it must have at most 100.`);
    }
  });

  it('a slow head is 408 after ten seconds at most a second late, not after Node’s half minute. docs/contract.md C4.5; docs/reliability.md R0.8, R7.4', async () => {
    const { raw } = await start();
    const startedAt = performance.now();
    const { status, json } = parse(await raw('GET /healthz HTTP/1.1\r\nHost: svc', { untilMs: 25_000 }));
    expect([status, json.error]).toEqual([408, 'REQUEST_TIMEOUT']);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe('the connection', () => {
  it('answers pipelined requests in order', async () => {
    const { raw } = await start();
    const one = `GET ${MATCHES} HTTP/1.1\r\nHost: svc.test\r\n\r\n`;
    const until = (received: string) => received.split('HTTP/1.1 200').length > 2;
    const answers = await raw(`${one}GET /nothing HTTP/1.1\r\nHost: svc.test\r\n\r\n${one}`, { until });
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
  });

  it('is kept for 75 s, longer than load balancers keep theirs. docs/reliability.md R7.4', async () => {
    const { raw } = await start();
    const until = (received: string) => received.includes('\r\n\r\n');
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: svc.test\r\n\r\n', { until })).toContain('Keep-Alive: timeout=75');
  });

  it('stop answers accepted requests, refuses later ones, and does not wait for idle connections. docs/reliability.md R7.16', async () => {
    const started = await start();
    const { matchVariants } = started.services.handlers.matcher;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isRunning = false;
    started.services.handlers.matcher.matchVariants = async (...args) => {
      isRunning = true;
      await finished;
      return (matchVariants as NonNullable<typeof matchVariants>)(...args);
    };
    const idle = started.raw('GET /healthz HTTP/1.1\r\nHost: svc.test\r\n\r\n', { untilMs: 50_000 });
    const running = started.raw(`GET ${MATCHES} HTTP/1.1\r\nHost: svc.test\r\n\r\n`, { untilMs: 50_000 });
    await waitFor(() => isRunning);
    const startedAt = performance.now();
    const stopped = started.stop();
    gateway = undefined;
    finish();
    expect(parse(await running)).toMatchObject({ status: 200, json: { matchedVariants: ['V1', 'V2'] } });
    await idle;
    await expect(started.ask('/healthz')).rejects.toThrow();
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(3_000));
  });
});
