import { getProcessMetrics, type Logger, type Metrics, noMetrics, readBeforeScrape, withSpan } from '@svc/kit';
import { checkSelfieHeader, invalidSelfie, type Selfie } from './check-selfie.js';
import type { PictureResult } from './picture-messages.js';
import { createSelfieJournal } from './selfie-journal.js';
import { createSelfiePool, SELFIE_POOL_DEFAULTS, type SelfiePoolOptions } from './selfie-pool.js';
import type { ProcessOptions, SelfieProcess } from './selfie-process.js';
import { ignoredSelfie, type SelfieOutcome } from './selfie-result.js';

export interface SelfieAnalyzer {
  /**
   * Validates and decodes a picture without analyzing it. Throws INVALID_SELFIE, or UNAVAILABLE when too many pictures are
   * queued.
   */
  check(selfie: Selfie, signal?: AbortSignal): Promise<void>;
  /** Validates a picture like `check`, then measures it. A picture that cannot be measured is an outcome, not an error. */
  analyze(selfie: Selfie, signal?: AbortSignal): Promise<SelfieOutcome>;
  /** Stops the processes and writes the last counts. Call it after the last request. */
  stop(): void;
}

/**
 * Validates and analyzes selfies in child processes, which start with the first picture. Whether a picture is rejected depends
 * on the picture alone: one that crashes a process or exceeds the time limit is not analyzed, and its answers are stored.
 * docs/contract.md C8.7; docs/reliability.md R6; docs/color-method.md A5.
 */
export function createSelfieAnalyzer(
  { log, metrics = noMetrics, ...options }: { log: Logger; metrics?: Metrics } & Partial<SelfiePoolOptions>,
  start?: (options: ProcessOptions) => Promise<SelfieProcess>,
): SelfieAnalyzer {
  const journal = createSelfieJournal(log, metrics);
  const pool = createSelfiePool({ ...SELFIE_POOL_DEFAULTS, ...options }, journal.processStarted, start);

  const hideQueue = readBeforeScrape((given) => given.set('svc_selfie_queue', pool.waiting, {}));

  async function handle(selfie: Selfie, analyze: boolean, signal: AbortSignal | undefined): Promise<PictureResult> {
    const { frames } = checkSelfieHeader(selfie);
    const startedAt = performance.now();
    const job = { bytes: selfie.data, isAnimated: frames > 1, analyze };
    const result = await withSpan('selfie', { kind: 'internal' }, () => pool.handle(job, signal));
    getProcessMetrics()?.observe('svc_selfie_seconds', (performance.now() - startedAt) / 1_000, {});
    if (result.state === 'undecodable') {
      throw invalidSelfie(
        'does not decode: its bytes are damaged or end early. Send the complete picture, JPEG preferred.',
      );
    }
    if (result.state === 'surplus') {
      throw invalidSelfie(
        'has more pixel data than its header claims. The header must have the dimensions of the data: save the picture again.',
      );
    }
    if (result.state === 'decoded' && result.problem !== undefined) {
      journal.modelFailed(result.problem);
    }
    return result;
  }

  return {
    async check(selfie, signal) {
      await handle(selfie, false, signal);
    },
    async analyze(selfie, signal) {
      const outcome = toOutcome(await handle(selfie, true, signal));
      journal.analyzed(outcome);
      return outcome;
    },
    stop() {
      hideQueue();
      pool.stop();
      journal.stop();
    },
  };
}

function toOutcome(result: PictureResult): SelfieOutcome {
  if (result.state === 'too-slow') return ignoredSelfie('TIMEOUT');
  return (result.state === 'decoded' && result.outcome) || ignoredSelfie('MODEL_UNAVAILABLE');
}
