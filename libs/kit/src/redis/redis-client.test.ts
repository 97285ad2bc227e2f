import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log/logger.js';
import { createRedisClient } from './redis-client.js';

// docs/reliability.md R8.6
describe('createRedisClient', () => {
  /** Like a Redis in protected mode: an error to every connection, then its end. */
  const refusing = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('-DENIED Redis is running in protected mode because protected mode is enabled.\r\n');
    socket.destroySoon();
  });
  beforeAll(() => new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => refusing.close(resolve)));

  it('logs once that Redis refuses connections, and what an operator looks at', async () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'warn' }, { write: (line: string) => lines.push(line) });
    const { port } = refusing.address() as AddressInfo;
    const client = await createRedisClient({ url: `redis://127.0.0.1:${port}`, log, whileDown: 'nothing is shared' });
    let attempts = 0;
    client.on('reconnecting', () => attempts++);
    client.connect().catch(() => {});
    await expect.poll(() => attempts).toBeGreaterThan(1);
    client.destroy();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Redis is not reachable; nothing is shared');
    expect(lines[0]).toContain('protected mode');
  });
});
