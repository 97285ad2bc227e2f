import { createRedisClient, type Logger, ServiceError } from '@svc/kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LocalLimiter } from './local-limiter.js';
import { OverLimit, POLICIES, type Policy, type PolicyName, type RateLimits } from './rate-limits.js';
import { RemoteFirst } from './remote-first.js';

/** Redis has answered by then, or the process counts alone for a while. docs/reliability.md R8.6. */
const REDIS_TIMEOUT_MS = 50;
const REDIS_PAUSE_MS = 1_000;

/** One budget per subject. `consume` rejects with RateLimiterRes when it is used up. */
interface Limiter {
  consume(subject: string): Promise<RateLimiterRes>;
  get(subject: string): Promise<RateLimiterRes | null>;
}

/**
 * Budgets kept in this process, or in Redis for all replicas together. While Redis is down, or hangs, each process counts
 * for itself: budgets get looser, no request fails. docs/reliability.md R7.10, R8.6.
 */
export async function createRateLimits(options: { redisUrl?: string | undefined; log: Logger }): Promise<RateLimits> {
  const client = options.redisUrl === undefined ? undefined : await connect(options.redisUrl, options.log);
  const remoteFirst = new RemoteFirst({ timeoutMs: REDIS_TIMEOUT_MS, pauseMs: REDIS_PAUSE_MS });
  const createLimiter = (policy: Policy): Limiter => {
    const local = new LocalLimiter(policy);
    if (!client) return local;
    // Keys expire with their window; the process keeps none of them.
    const remote = new RateLimiterRedis({
      keyPrefix: `limit:${policy.name}`,
      points: policy.requests,
      duration: policy.windowS,
      storeClient: client,
      useRedisPackage: true,
    });
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
  const limiters = Object.fromEntries(
    Object.entries(POLICIES).map(([name, policy]) => [name, createLimiter(policy)]),
  ) as Record<PolicyName, Limiter>;
  return {
    async count(name, subject) {
      const policy = POLICIES[name];
      try {
        const { remainingPoints, msBeforeNext } = await limiters[name].consume(subject);
        return { policy, remaining: remainingPoints, resetMs: msBeforeNext };
      } catch (error) {
        throw error instanceof RateLimiterRes ? overLimit(policy, error) : error;
      }
    },
    async check(name, subject) {
      const policy = POLICIES[name];
      const used = await limiters[name].get(subject);
      if (used && used.consumedPoints >= policy.requests) throw overLimit(policy, used);
    },
    async close() {
      if (client?.isOpen) client.destroy();
    },
  };
}

function overLimit(policy: Policy, { msBeforeNext }: RateLimiterRes): OverLimit {
  const resetMs = Math.max(msBeforeNext, 0);
  const message = `Too many ${policy.counts}. The next request must wait for the seconds that Retry-After says.`;
  const retryAfterS = Math.max(1, Math.ceil(resetMs / 1000));
  return new OverLimit({ policy, remaining: 0, resetMs }, new ServiceError('RATE_LIMITED', message, { retryAfterS }));
}

async function connect(url: string, log: Logger) {
  const client = await createRedisClient({ url, log, whileDown: 'each process counts its rate limits alone' });
  client.connect().catch((error: unknown) => log.debug({ err: error }, 'Redis was closed before it connected'));
  return client;
}
