import type { RedisClientType } from 'redis';
import type { Logger } from '../log/logger.js';
import { showInStatus, toAgeS } from '../probes/status-parts.js';

/** Maximum number of commands in flight; further commands fail immediately, so that a Redis that hangs costs no memory. */
const MAX_IN_FLIGHT = 1_000;

export interface RedisClientOptions {
  url: string;
  log: Logger;
  /** Effect of an outage, for the log: "messages between replicas are delayed". */
  whileDown: string;
  /** Timeout of a command, milliseconds; absent: the caller has a timeout of its own. */
  commandTimeoutMs?: number;
}

/**
 * A client, not yet connected, for work that continues without Redis. Commands fail immediately while Redis is down. Pings detect
 * a Redis that accepts connections but does not answer within 3 s. The client reconnects indefinitely (every 100 ms to 1 s) and
 * logs one line per outage, not per attempt.
 */
export async function createRedisClient(options: RedisClientOptions): Promise<RedisClientType> {
  const { url, log, whileDown, commandTimeoutMs } = options;
  const { createClient } = await import('redis'); // Loaded here because it takes 90 ms, which a start without Redis saves.
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
  // Without a listener, the process would end.
  let down = false;
  client.on('error', (error: unknown) => {
    if (!down) log.warn({ err: toReason(error) }, `Redis is not reachable; ${whileDown}`);
    down = true;
  });
  let readyAt: number | undefined;
  client.on('ready', () => {
    if (down) log.info('Redis is reachable again');
    down = false;
  });
  const hide = showInStatus('dependencies', 'redis', () => {
    // Pings find out within 3 s that it is not.
    if (client.isReady) readyAt = performance.now();
    return { working: client.isReady, lastSuccessAgeS: toAgeS(readyAt) };
  });
  client.on('end', hide);
  return client;
}

/**
 * Redis refuses a connection with an error that answers no command. The client fails on it with a `TypeError` of its own, which says
 * nothing of the reason.
 */
function toReason(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  return new Error(
    'Redis refused the connection before any command, as it does in protected mode and with too many clients. Its log says why.',
    { cause: error },
  );
}
