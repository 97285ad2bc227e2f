import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManagementClient } from './management-client.js';

const authorizations: (string | undefined)[] = [];
const connections: (string | undefined)[] = [];
const server = createServer((request, response) => {
  authorizations.push(request.headers.authorization);
  connections.push(request.headers.connection);
  response.setHeader('Content-Type', 'application/json').end('{}');
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('of the two tokens of a rotation, the first is sent (docs/operations.md "Rotation of secrets")', async () => {
  for (const token of ['old', 'old,new', ' old , new']) {
    await createManagementClient({ url, token }).request('GET', '/companies');
  }
  expect(authorizations).toEqual(['Bearer old', 'Bearer old', 'Bearer old']);
});

it('a connection stays open for the next request only if it is wanted (docs/adr/0170-a-system-without-requests-rests.md)', async () => {
  connections.length = 0;
  await createManagementClient({ url, token: 'one' }).request('GET', '/companies');
  await createManagementClient({ url, token: 'one', keepsConnection: false }).request('GET', '/companies');
  expect(connections).toEqual(['keep-alive', 'close']);
});
