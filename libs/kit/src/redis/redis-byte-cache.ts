import type { Logger } from '../log/logger.js';
import { redisClient } from './redis-client.js';

/** Bytes by key that processes share, as long as Redis works. What is in it may be anything: check what you read. */
export interface ByteCache {
  /** The bytes of a key; null: there are none, or Redis cannot say within the time limit. Never rejects. */
  get(key: string): Promise<Uint8Array | null>;
  /** Keeps bytes for a while, if Redis works. */
  set(key: string, bytes: Uint8Array): void;
  close(): void;
}

/** Redis has answered by then, or counts as down. Reliability R8.6. */
const TIMEOUT_MS = 50;
/** How long a Redis that counts as down is left alone; then one command tries it. */
const PAUSE_MS = 1_000;

/**
 * A cache in Redis that an outage makes useless and nothing else: after a command that failed or took 50 ms, none is sent
 * for a second, so an outage costs one wait and not one wait per request.
 * @param options.whileDown - as of `redisClient`.
 * @param options.ttlS - seconds for which bytes are kept.
 */
export async function redisByteCache(options: {
  url: string;
  log: Logger;
  whileDown: string;
  ttlS: number;
  /** Longest wait for an answer. Default 50. */
  timeoutMs?: number;
}): Promise<ByteCache> {
  const { url, log, whileDown, ttlS, timeoutMs = TIMEOUT_MS } = options;
  const { RESP_TYPES } = await import('redis');
  const client = await redisClient({ url, log, whileDown });
  client.connect().catch((error: unknown) => log.debug({ err: error }, 'Redis was closed before it connected'));
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  let skipUntil = Number.NEGATIVE_INFINITY;

  /** Whether a command may be sent now. Of those that come after a pause, the first one is the only one for a second. */
  function mayAsk(): boolean {
    const now = performance.now();
    if (!client.isReady || now < skipUntil) return false;
    if (skipUntil !== Number.NEGATIVE_INFINITY) skipUntil = now + PAUSE_MS;
    return true;
  }
  const works = () => {
    skipUntil = Number.NEGATIVE_INFINITY;
  };
  const fails = () => {
    skipUntil = performance.now() + PAUSE_MS;
  };

  return {
    get(key) {
      if (!mayAsk()) return Promise.resolve(null);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          fails();
          resolve(null);
        }, timeoutMs);
        binary.get(key).then(
          (bytes) => {
            clearTimeout(timer);
            works();
            resolve(bytes as Uint8Array | null);
          },
          (error: unknown) => {
            clearTimeout(timer);
            log.debug({ err: error }, 'a value was not read from Redis');
            fails();
            resolve(null);
          },
        );
      });
    },
    set(key, bytes) {
      if (!client.isReady || performance.now() < skipUntil) return;
      const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      client.set(key, value, { expiration: { type: 'EX', value: ttlS } }).catch((error: unknown) => {
        log.debug({ err: error }, 'a value was not kept in Redis');
        fails();
      });
    },
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
