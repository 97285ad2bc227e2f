import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../errors/service-error.js';
import type { Prepared } from '../client/outgoing-call.js';
import { isRepeatable, RETRY_POLICY } from '../client/retry-policy.js';
import type { MethodDefinition } from '../service.js';

const { maxAttempts, initialBackoffMs, maxBackoffMs, backoffMultiplier, maxTokens, tokenRatio } = RETRY_POLICY;

/** Repeats reads that fail with UNAVAILABLE, as grpc-js does with the same policy. */
export function createRetries(retry?: readonly string[]) {
  let tokens: number = maxTokens;
  return async function retried<Res>(
    { path }: MethodDefinition,
    prepared: Prepared,
    attempt: () => Promise<Res>,
  ): Promise<Res> {
    if (!isRepeatable(path, retry)) return attempt();
    for (let attempts = 1; ; attempts += 1) {
      try {
        const response = await attempt();
        tokens = Math.min(maxTokens, tokens + tokenRatio);
        return response;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'UNAVAILABLE') throw error;
        tokens = Math.max(0, tokens - 1);
        if (attempts === maxAttempts || tokens <= maxTokens / 2) throw error;
        if (!(await backOff(attempts, prepared))) throw error;
      }
    }
  };
}

/** Waits with a jitter of a fifth. False when the call would be over by then. */
async function backOff(attempts: number, { deadline, signal }: Prepared): Promise<boolean> {
  const meanMs = Math.min(maxBackoffMs, initialBackoffMs * backoffMultiplier ** (attempts - 1));
  const waitMs = meanMs * (0.8 + 0.4 * Math.random());
  if (Date.now() + waitMs >= deadline) return false;
  await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => {});
  return signal?.aborted !== true;
}
