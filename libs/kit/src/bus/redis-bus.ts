import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from 'redis';
import type { Logger } from '../log/logger.js';
import { createRedisClient } from '../redis/redis-client.js';
import type { Bus, BusMessage } from './bus.js';
import { createInProcessBus } from './in-process-bus.js';

const CHANNEL = 'svc-bus';
/** A command that Redis has not accepted by then is abandoned. docs/reliability.md R8.6. */
const COMMAND_TIMEOUT_MS = 50;
/** Longest wait for the first connection; later the bus connects by itself. */
const FIRST_CONNECT_MS = 1_000;
/** Between two attempts to subscribe. */
const SUBSCRIBE_PAUSE_MS = 1_000;

interface Envelope {
  from: string;
  topic: string;
  message: BusMessage;
}

/**
 * A bus over Redis pub/sub. Listeners of this process receive messages immediately, also while Redis is down; other processes
 * receive them while Redis works. Resolves within a second even if Redis is down, and reconnects indefinitely (every 100 ms to 1 s).
 */
export async function createRedisBus(url: string, log: Logger): Promise<Bus> {
  const self = randomUUID();
  const local = createInProcessBus(log);
  const publisher = await connect(url, log, 'publisher');
  const subscriber = await connect(url, log, 'subscriber');
  const onMessage = (text: string) => {
    const envelope = parse(text);
    if (envelope && envelope.from !== self) local.publish(envelope.topic, envelope.message);
  };
  const subscribed = subscriber.connect().then(() => subscribe(subscriber, onMessage));
  const connected = publisher.connect();
  for (const promise of [subscribed, connected]) {
    promise.catch((error: unknown) => log.debug({ err: error }, 'the Redis bus was closed before it connected'));
  }
  await Promise.race([
    Promise.all([subscribed, connected]),
    new Promise((resolve) => setTimeout(resolve, FIRST_CONNECT_MS)),
  ]);
  return {
    subscribe: local.subscribe,
    publish(topic, message) {
      local.publish(topic, message);
      if (!publisher.isReady) return;
      const envelope: Envelope = { from: self, topic, message };
      publisher
        .publish(CHANNEL, JSON.stringify(envelope))
        .catch((error: unknown) => log.debug({ err: error, topic }, 'a bus message was lost'));
    },
    async close() {
      await local.close();
      if (publisher.isOpen) publisher.destroy();
      if (subscriber.isOpen) subscriber.destroy();
    },
  };
}

/** The client repeats this after every reconnect, but only once Redis has confirmed it. */
async function subscribe(subscriber: RedisClientType, onMessage: (text: string) => void): Promise<void> {
  for (;;) {
    try {
      return await subscriber.subscribe(CHANNEL, onMessage);
    } catch (error) {
      if (!subscriber.isOpen) throw error;
      await sleep(SUBSCRIBE_PAUSE_MS);
    }
  }
}

const connect = (url: string, log: Logger, role: string) =>
  createRedisClient({
    url,
    log: log.child({ role }),
    whileDown: 'messages between replicas are delayed',
    commandTimeoutMs: COMMAND_TIMEOUT_MS,
  });

function parse(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null;
    if (!value || typeof value.from !== 'string' || typeof value.topic !== 'string') return undefined;
    if (typeof value.message !== 'object' || value.message === null) return undefined;
    return { from: value.from, topic: value.topic, message: value.message };
  } catch {
    return undefined; // A message of another program on the same channel.
  }
}
