import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementClient } from '../management-client.js';
import { createDataDirectory } from './data-directory.js';
import { prepareSignIn } from './sign-in.js';

/** Of the user that the stand-in of the gateway has; none at first. */
let password: string | undefined;
let server: Server;
let url: string;
const directory = mkdtempSync(join(tmpdir(), 'sign-in-'));

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const given = JSON.parse(body) as { password: string };
      if (request.url === '/auth/sign-in') response.writeHead(given.password === password ? 200 : 401);
      else {
        password = given.password;
        response.writeHead(request.url === '/auth/invitations/accept' ? 201 : 204);
      }
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

const management = {
  request: async (method: string, path: string) => {
    if (method === 'GET') return { data: password === undefined ? [] : [{ id: 'u1', email: 'demo@glow.example' }] };
    return { id: 'i1', link: `http://dashboard.localhost/${path.includes('reset') ? 'reset' : 'invite'}#token` };
  },
} as unknown as ManagementClient;

describe('the demo sign-in (docs/identity.md I10.1)', () => {
  it('is generated once, kept in a file that only its owner reads, and new when the file is lost', async () => {
    const prepare = () => {
      const dataDirectory = createDataDirectory(directory);
      return prepareSignIn({ ...{ handle: 'glow', baseDomain: 'localhost:8080', url }, management, dataDirectory });
    };
    const first = await prepare();
    const file = join(directory, 'demo-sign-in.env');
    expect(first.email).toBe('demo@glow.example');
    expect(first.password.length).toBeGreaterThanOrEqual(12);
    expect(readFileSync(file, 'utf8')).toContain(`SVC_DEMO_PASSWORD=${first.password}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await prepare()).toEqual(first);
    rmSync(file);
    const second = await prepare();
    expect(second.password).not.toBe(first.password);
    expect([password, statSync(file).mode & 0o777]).toEqual([second.password, 0o600]);
  });
});
