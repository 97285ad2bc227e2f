import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { drain, leave } from './drain.js';

/** How long a request may take to leave a client on a busy machine. */
const LEAVE_MS = 30_000;
const GRACE_MS = 5_000;
const REQUESTS = 10;

/** A client with its own event loop. Sends one request for each message, counts it when it has left, and reports what came of it. */
const CLIENT = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, request } = require('node:http');
const agent = workerData.keepAlive ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
parentPort.on('message', () => {
  const outgoing = request({ port: workerData.port, host: '127.0.0.1', method: 'POST', agent }, (incoming) => {
    incoming.resume();
    incoming.on('end', () => parentPort.postMessage([incoming.statusCode, incoming.headers.connection]));
  });
  outgoing.on('finish', () => {
    Atomics.add(workerData.left, 0, 1);
    Atomics.notify(workerData.left, 0);
  });
  outgoing.on('error', (error) => parentPort.postMessage([error.code]));
  outgoing.end();
});
parentPort.postMessage('started');
`;

// docs/reliability.md R7.16
describe('a server that stops', () => {
  let server: Server;
  const clients: Worker[] = [];
  const left = new Int32Array(new SharedArrayBuffer(4));
  afterEach(async () => {
    server.closeAllConnections();
    await Promise.all(clients.splice(0).map((client) => client.terminate()));
  });

  const start = async () => {
    server = createServer((_, res) => res.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const connect = async (keepAlive: boolean) => {
    const { port } = server.address() as AddressInfo;
    const client = new Worker(CLIENT, { eval: true, workerData: { port, keepAlive, left } });
    clients.push(client);
    await once(client, 'message');
    return client;
  };
  const request = async (client: Worker) => {
    client.postMessage('send');
    return (await once(client, 'message'))[0];
  };
  /** As on a busy machine: requests arrive, and the time to close comes before they are read. */
  const stopBusy = (sent: readonly Worker[]) => {
    const before = Atomics.load(left, 0);
    const answers = sent.map(async (client) => (await once(client, 'message'))[0][0]);
    for (const client of sent) client.postMessage('send');
    const until = performance.now() + LEAVE_MS;
    for (let count = before; count < before + sent.length && performance.now() < until; count = Atomics.load(left, 0))
      Atomics.wait(left, 0, count, LEAVE_MS);
    return { answers: Promise.all(answers), drained: drain(server, GRACE_MS) };
  };

  it('answers requests on connections that were not accepted yet', async () => {
    await start();
    const { answers, drained } = stopBusy(await Promise.all(Array.from({ length: REQUESTS }, () => connect(false))));
    expect(await answers).toEqual(Array(REQUESTS).fill(200));
    await drained;
  });

  it('answers requests on kept connections that were not read yet', async () => {
    await start();
    const sent = await Promise.all(Array.from({ length: REQUESTS }, () => connect(true)));
    for (const client of sent) expect(await request(client)).toEqual([200, 'keep-alive']);
    const { answers, drained } = stopBusy(sent);
    expect(await answers).toEqual(Array(REQUESTS).fill(200));
    await drained;
  });

  it('asks clients to connect elsewhere with every response from the announcement on', async () => {
    await start();
    const client = await connect(true);
    expect(await request(client)).toEqual([200, 'keep-alive']);
    leave(server);
    expect(await request(client)).toEqual([200, 'close']);
    await drain(server, GRACE_MS);
  });
});
