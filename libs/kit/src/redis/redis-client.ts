import type { RedisClientType } from 'redis';
import type { Logger } from '../log/logger.js';

/** Commands in flight; what comes on top fails at once, so that a Redis that hangs costs no memory. */
const MAX_IN_FLIGHT = 1_000;

export interface RedisClientOptions {
  url: string;
  log: Logger;
  /** What works otherwise while Redis is down, for the log: "messages between replicas are delayed". */
  whileDown: string;
  /** A command that Redis has not answered by then fails, milliseconds; absent: the caller has a limit of its own. */
  commandTimeoutMs?: number;
}

/**
 * A client, not connected yet, for things that go on without Redis: commands fail at once while it is down, a Redis that takes
 * connections but does not answer is noticed within 3 s by its pings, and it reconnects for ever (100 ms to 1 s). One log line
 * per outage, not per attempt.
 */
export async function createRedisClient(options: RedisClientOptions): Promise<RedisClientType> {
  const { url, log, whileDown, commandTimeoutMs } = options;
  const { createClient } = await import('redis'); // 90 ms that a start without Redis saves.
  const client: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_IN_FLIGHT,
    ...(commandTimeoutMs === undefined ? {} : { commandOptions: { timeout: commandTimeoutMs } }),
    pingInterval: 1_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 3_000,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 1_000),
    },
  });
  // Without a listener the process would end.
  let down = false;
  client.on('error', (error: unknown) => {
    if (!down) log.warn({ err: error }, `Redis is not reachable; ${whileDown}`);
    down = true;
  });
  client.on('ready', () => {
    if (down) log.info('Redis is reachable again');
    down = false;
  });
  return client;
}
