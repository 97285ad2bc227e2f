import { type Logger, redisClient, ServiceError } from '@svc/kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { OverLimit, POLICIES, type Policy, type Quota, type RateLimits } from './rate-limits.js';
import { RemoteFirst } from './remote-first.js';

/** Redis has answered by then, or the process counts alone for a while. Reliability R8.6. */
const REDIS_TIMEOUT_MS = 50;
const REDIS_PAUSE_MS = 1_000;

/** One budget per subject. `consume` rejects with RateLimiterRes when it is used up. */
interface Limiter {
  consume(subject: string): Promise<RateLimiterRes>;
  get(subject: string): Promise<RateLimiterRes | null>;
}

/**
 * Budgets kept in this process, or in Redis for all replicas together. While Redis is down, or hangs, each process counts
 * for itself: budgets get looser, no request fails. Reliability R7.10, R8.6.
 */
export async function openRateLimits(options: { redisUrl?: string | undefined; log: Logger }): Promise<RateLimits> {
  const client = options.redisUrl === undefined ? undefined : await connect(options.redisUrl, options.log);
  const remoteFirst = new RemoteFirst({ timeoutMs: REDIS_TIMEOUT_MS, pauseMs: REDIS_PAUSE_MS });
  const limiter = (policy: Policy): Limiter => {
    const settings = { keyPrefix: `limit:${policy.name}`, points: policy.requests, duration: policy.windowS };
    const local = new RateLimiterMemory(settings);
    if (!client) return local;
    const remote = new RateLimiterRedis({ ...settings, storeClient: client, useRedisPackage: true });
    return {
      consume: (subject) =>
        remoteFirst.run(
          () => remote.consume(subject),
          () => local.consume(subject),
        ),
      get: (subject) =>
        remoteFirst.run(
          () => remote.get(subject),
          () => local.get(subject),
        ),
    };
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

async function consume(limiter: Limiter, policy: Policy, subject: string): Promise<Quota> {
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

async function connect(url: string, log: Logger) {
  const client = await redisClient({ url, log, whileDown: 'each process counts its rate limits alone' });
  client.connect().catch((error: unknown) => log.debug({ err: error }, 'Redis was closed before it connected'));
  return client;
}
