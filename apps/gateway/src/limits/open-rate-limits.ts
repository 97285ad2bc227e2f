import { type Logger, ServiceError } from '@svc/kit';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { OverLimit, POLICIES, type Policy, type Quota, type RateLimits } from './rate-limits.js';

/** A command that Redis has not answered by then counts as failed. Reliability R8.6. */
const COMMAND_TIMEOUT_MS = 50;

/**
 * Budgets kept in this process, or in Redis for all replicas together. While Redis is down each process counts for
 * itself: budgets get looser, no request fails. Reliability R7.10, R8.6.
 */
export function openRateLimits(options: { redisUrl?: string | undefined; log: Logger }): RateLimits {
  const client = options.redisUrl === undefined ? undefined : connect(options.redisUrl, options.log);
  const limiter = (policy: Policy): RateLimiterAbstract => {
    const settings = { keyPrefix: `limit:${policy.name}`, points: policy.requests, duration: policy.windowS };
    const local = new RateLimiterMemory(settings);
    if (!client) return local;
    return new RateLimiterRedis({ ...settings, storeClient: client, useRedisPackage: true, insuranceLimiter: local });
  };
  const key = limiter(POLICIES.key);
  const source = limiter(POLICIES.source);
  const misses = limiter(POLICIES.misses);
  return {
    key: (hash) => consume(key, POLICIES.key, hash.toString('base64url')),
    async source(address) {
      const missed = await misses.get(address);
      if (missed && missed.consumedPoints >= POLICIES.misses.requests) throw overLimit(POLICIES.misses, missed);
      return consume(source, POLICIES.source, address);
    },
    async miss(address) {
      await misses.consume(address).catch(ignoreOverLimit);
    },
    async close() {
      if (client?.isOpen) client.destroy();
    },
  };
}

async function consume(limiter: RateLimiterAbstract, policy: Policy, subject: string): Promise<Quota> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(subject);
    return { policy, remaining: remainingPoints, resetMs: msBeforeNext };
  } catch (error) {
    throw error instanceof RateLimiterRes ? overLimit(policy, error) : error;
  }
}

function overLimit(policy: Policy, { msBeforeNext }: RateLimiterRes): OverLimit {
  const resetMs = Math.max(msBeforeNext, 0);
  const error = new ServiceError('RATE_LIMITED', 'Too many requests. Please wait as long as Retry-After says.', {
    retryAfterS: Math.max(1, Math.ceil(resetMs / 1000)),
  });
  return new OverLimit({ policy, remaining: 0, resetMs }, error);
}

/** A miss over the budget is not an error of the request that made it: that one was answered with 404. */
function ignoreOverLimit(error: unknown): void {
  if (!(error instanceof RateLimiterRes)) throw error;
}

function connect(url: string, log: Logger) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MS },
    pingInterval: 1_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 3_000,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 1_000),
    },
  });
  let down = false;
  client.on('error', (error: unknown) => {
    if (!down) log.warn({ err: error }, 'Redis is not reachable; each process counts its rate limits alone');
    down = true;
  });
  client.on('ready', () => {
    down = false;
  });
  client.connect().catch((error: unknown) => log.debug({ err: error }, 'Redis was closed before it connected'));
  return client;
}
