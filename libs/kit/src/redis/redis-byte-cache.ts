import type { Logger } from '../log/logger.js';
import { createRedisClient } from './redis-client.js';

/** Bytes by key that processes share, as long as Redis works. What is in it may be anything: check what you read. */
export interface ByteCache {
  /** The bytes of a key; null: there are none, or Redis cannot say within the time limit. Never rejects. */
  get(key: string): Promise<Uint8Array | null>;
  /** Keeps bytes for a while, if Redis works. */
  set(key: string, bytes: Uint8Array): void;
  close(): void;
}

/** Redis has answered by then, or counts as down. docs/reliability.md R8.6. */
const TIMEOUT_MS = 50;
/** How often a Redis that counts as down is asked whether it works again. */
const PROBE_EVERY_MS = 1_000;

/**
 * A cache in Redis that an outage makes useless and nothing else: after a command that failed or took 50 ms, none is sent
 * until Redis has answered a ping in time. So an outage delays the calls that are waiting at that time, and none afterwards.
 * @param options.whileDown - as of `createRedisClient`.
 * @param options.ttlS - seconds for which bytes are kept.
 */
export async function createRedisByteCache(options: {
  url: string;
  log: Logger;
  whileDown: string;
  ttlS: number;
  /** Longest wait for an answer. Default 50. */
  timeoutMs?: number;
}): Promise<ByteCache> {
  const { url, log, whileDown, ttlS, timeoutMs = TIMEOUT_MS } = options;
  const { RESP_TYPES } = await import('redis');
  const client = await createRedisClient({ url, log, whileDown });
  client.connect().catch((error: unknown) => log.debug({ err: error }, 'Redis was closed before it connected'));
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  /** The next probe, while Redis counts as down. */
  let probing: NodeJS.Timeout | undefined;

  const mayAsk = () => client.isReady && probing === undefined;

  function isDown(): void {
    clearTimeout(probing);
    probing = setTimeout(probe, PROBE_EVERY_MS).unref();
  }

  async function probe(): Promise<void> {
    // While it is not connected, the client reconnects by itself.
    const answer = client.isReady ? await within(timeoutMs, client.ping()) : undefined;
    if (answer === undefined) isDown();
    else probing = undefined;
  }

  return {
    async get(key) {
      if (!mayAsk()) return null;
      const answer = await within(timeoutMs, binary.get(key));
      if (answer === undefined) isDown();
      return (answer ?? null) as Uint8Array | null;
    },
    set(key, bytes) {
      if (!mayAsk()) return;
      const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      client.set(key, value, { expiration: { type: 'EX', value: ttlS } }).catch((error: unknown) => {
        log.debug({ err: error }, 'a value was not kept in Redis');
        isDown();
      });
    },
    close() {
      clearTimeout(probing);
      if (client.isOpen) client.destroy();
    },
  };
}

/** The answer to a command; undefined: it failed, or did not come in time. */
function within<T>(timeoutMs: number, command: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    command.then(
      (answer) => {
        clearTimeout(timer);
        resolve(answer);
      },
      () => {
        clearTimeout(timer);
        resolve(undefined);
      },
    );
  });
}
