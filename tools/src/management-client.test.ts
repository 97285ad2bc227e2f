import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createManagementClient } from './management-client.js';

const authorizations: (string | undefined)[] = [];
const server = createServer((request, response) => {
  authorizations.push(request.headers.authorization);
  response.setHeader('Content-Type', 'application/json').end('{}');
});
afterEach(() => server.close());

it('of the two tokens of a rotation, the first is sent (docs/operations.md "Rotation of secrets")', async () => {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const token of ['old', 'old,new', ' old , new']) {
    await createManagementClient({ url, token }).request('GET', '/companies');
  }
  expect(authorizations).toEqual(['Bearer old', 'Bearer old', 'Bearer old']);
});
