import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { drain, leave } from './drain.js';

const BUSY_MS = 300;
const GRACE_MS = 5_000;
const REQUESTS = 10;

/** A client with its own event loop. Sends one request for each message; reports what came of it. */
const CLIENT = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, request } = require('node:http');
const agent = workerData.keepAlive ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
parentPort.on('message', () => {
  const outgoing = request({ port: workerData.port, host: '127.0.0.1', method: 'POST', agent }, (incoming) => {
    incoming.resume();
    incoming.on('end', () => parentPort.postMessage([incoming.statusCode, incoming.headers.connection]));
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
    const client = new Worker(CLIENT, { eval: true, workerData: { port, keepAlive } });
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
    const answers = sent.map(async (client) => (await once(client, 'message'))[0][0]);
    for (const client of sent) client.postMessage('send');
    const until = performance.now() + BUSY_MS;
    while (performance.now() < until);
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
