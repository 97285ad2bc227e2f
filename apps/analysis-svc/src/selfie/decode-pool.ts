import { availableParallelism } from 'node:os';
import { ServiceError } from '@svc/kit';
import { type DecodeLimits, type DecodeProcess, type DecodeResult, startDecodeProcess } from './decode-process.js';

export interface DecodePoolOptions extends DecodeLimits {
  /** Pictures decoded at once, each in a process of its own. */
  size: number;
  /** Pictures that may wait for a process. */
  queueLimit: number;
}

/** Reliability R6.3. The time limit is far under the 15 s lease of an Idempotency-Key. */
export const DECODE_POOL_DEFAULTS: DecodePoolOptions = {
  size: availableParallelism(),
  queueLimit: 8,
  timeLimitMs: 3_000,
  recycleAfterImages: 500,
  recycleAboveRssBytes: 400 * 1024 * 1024,
};

export interface DecodePool {
  /** Fails with UNAVAILABLE when the queue is full or no process starts; the signal ends the waiting only. */
  decode(bytes: Buffer, signal?: AbortSignal): Promise<DecodeResult>;
  /** Ends the processes. Call it when no request is in work. */
  stop(): void;
}

/** Decodes pictures in child processes, which start with the first pictures and not with the service. */
export function createDecodePool(
  options: DecodePoolOptions = DECODE_POOL_DEFAULTS,
  start: (limits: DecodeLimits) => Promise<DecodeProcess> = startDecodeProcess,
): DecodePool {
  const idle: DecodeProcess[] = [];
  const all = new Set<DecodeProcess>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let stopped = false;

  async function takeSlot(signal: AbortSignal | undefined): Promise<void> {
    if (busy < options.size) {
      busy += 1;
      return;
    }
    if (waiting.length >= options.queueLimit) {
      throw new ServiceError('UNAVAILABLE', 'Too many selfies are being checked. Send the request again in a moment.');
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new ServiceError('UNAVAILABLE', 'The caller gave up while the selfie waited to be checked.'));
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  }

  /** Hands the slot to the next in the queue, or gives it back. */
  function leaveSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }

  async function takeProcess(): Promise<DecodeProcess> {
    for (let candidate = idle.pop(); candidate; candidate = idle.pop()) {
      if (candidate.isUsable()) return candidate;
      all.delete(candidate);
    }
    try {
      const started = await start(options);
      all.add(started);
      return started;
    } catch (cause) {
      throw new ServiceError('UNAVAILABLE', 'Selfies cannot be checked at the moment.', { cause });
    }
  }

  function giveBack(used: DecodeProcess): void {
    if (used.isUsable() && !stopped) {
      idle.push(used);
    } else {
      used.kill();
      all.delete(used);
    }
  }

  return {
    async decode(bytes, signal) {
      signal?.throwIfAborted();
      await takeSlot(signal);
      try {
        const taken = await takeProcess();
        try {
          return await taken.decode(bytes);
        } finally {
          giveBack(taken);
        }
      } finally {
        leaveSlot();
      }
    },
    stop() {
      stopped = true;
      for (const process of all) process.kill();
      all.clear();
      idle.length = 0;
    },
  };
}
