import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { checkWhileConnected } from './check-while-connected.js';

let server: Server;
afterEach(() => server.close());

// docs/reliability.md R7.4; docs/adr/0170-a-system-without-requests-rests.md
it('slow clients are looked for while one is connected, again and again, and not otherwise', async () => {
  const everyMs = 20;
  server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: everyMs });
  checkWhileConnected(server, everyMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const getInterval = () => (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval;
  for (let round = 0; round < 3; round++) {
    expect(getInterval()).toBeGreaterThan(1_000_000_000);
    const slow = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of slow) socket.write('GET / HTTP/1.1\r\n');
    await once(server, 'connection');
    expect(getInterval()).toBe(everyMs);
    // Node's own interval would be half a minute.
    for (const socket of slow) expect(await text(socket)).toContain('408 Request Timeout');
    await expect.poll(getInterval).not.toBe(everyMs);
  }
  // One that is closed before its last client leaves starts no timer again, which would keep it in memory.
  const last = connect(port, '127.0.0.1');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  server.close();
  last.destroy();
  await once(accepted, 'close');
  expect(getInterval()).toBe(everyMs);
});
