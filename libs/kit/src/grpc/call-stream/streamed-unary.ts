import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { fromStatus, transportError } from '../error-status.js';
import { MAX_MESSAGE_BYTES } from '../limits.js';
import { type Prepared, prepare, toAbortError } from '../outgoing-call.js';
import type { CallOptions } from '../promise-client.js';
import type { MethodDefinition } from '../service.js';
import { type CallResult, PendingCall } from './pending-call.js';
import { RetryBudget } from './retry-budget.js';
import type { StreamPool } from './stream-pool.js';

const MAX_ATTEMPTS = 3;

/** A unary method as an ordinary gRPC call, for a request that is serialised already. */
export type OrdinaryCall = (path: string, payload: Buffer, prepared: Prepared) => Promise<Buffer>;

/**
 * Binds unary methods to the streams of a pool. A method that may be repeated is sent again when it was answered with
 * UNAVAILABLE, or when its stream broke, up to three times within the budget and its deadline.
 * @param ordinary - for servers without call streams, and to refuse requests that are too large as ever.
 */
export function streamedUnary(pool: StreamPool, ordinary: OrdinaryCall, defaultTimeoutMs: number) {
  const budget = new RetryBudget();

  async function exchange(path: string, payload: Buffer, prepared: Prepared, repeatable: boolean): Promise<Buffer> {
    budget.offer();
    for (let attempt = 1; ; attempt += 1) {
      const result = await new Promise<CallResult>((resolve) => {
        pool.submit(new PendingCall(path, payload, prepared, resolve));
      });
      if (result.kind === 'response') return result.payload;
      if (isUnsupported(result)) return ordinary(path, payload, prepared);
      const again = repeatable && attempt < MAX_ATTEMPTS && isUnavailable(result) && budget.take();
      // A broken stream is no sign of overload: another replica is asked at once.
      if (again && result.kind !== 'lost') await backOff(attempt, prepared);
      if (prepared.signal?.aborted) throw toError({ kind: 'aborted' }, prepared);
      if (!again || Date.now() >= prepared.deadline) throw toError(result, prepared);
    }
  }

  return (method: MethodDefinition, repeatable: boolean) =>
    async (request: unknown, options?: CallOptions): Promise<unknown> => {
      const prepared = prepare(options, defaultTimeoutMs);
      const payload = method.requestSerialize(request);
      const alone = payload.length > MAX_MESSAGE_BYTES || pool.unsupported;
      const response = alone
        ? await ordinary(method.path, payload, prepared)
        : await exchange(method.path, payload, prepared, repeatable);
      return method.responseDeserialize(response);
    };
}

/** No call streams there, or not for this method: health, for one, is not ours. An error of ours always has details. */
function isUnsupported(result: CallResult): boolean {
  if (result.kind === 'error') return result.error.code === status.UNIMPLEMENTED && result.error.details.length === 0;
  return result.kind === 'unsupported';
}

function isUnavailable(result: CallResult): boolean {
  if (result.kind === 'error') return result.error.code === status.UNAVAILABLE;
  return result.kind === 'lost'; // One that was never sent has waited for a replica already.
}

/** 50 ms, then 150 ms, each with a jitter of 20 %, as grpc-js does it. Ends early when the call does. */
async function backOff(attempt: number, { deadline, signal }: Prepared): Promise<void> {
  const waitMs = 50 * 3 ** (attempt - 1) * (0.8 + 0.4 * Math.random());
  await sleep(Math.min(waitMs, Math.max(0, deadline - Date.now())), undefined, signal ? { signal } : {}).catch(
    () => {},
  );
}

/** Made where the call is awaited, its stack names the functions that wait. */
function toError(result: Exclude<CallResult, { kind: 'response' }>, { signal }: Prepared): Error {
  switch (result.kind) {
    case 'error':
      return fromStatus(result.error) ?? transportError(result.error.code, new Error(result.error.message));
    case 'unanswered':
      return transportError(status.UNAVAILABLE, new Error('No replica answers.'));
    case 'lost':
    case 'unsent':
      return transportError(status.UNAVAILABLE, new Error(result.reason));
    case 'unsupported':
      return transportError(status.UNIMPLEMENTED);
    case 'timeout':
      return transportError(status.DEADLINE_EXCEEDED);
    case 'aborted':
      return signal ? toAbortError(signal) : transportError(status.CANCELLED);
  }
}
