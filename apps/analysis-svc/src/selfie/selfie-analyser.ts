import { type Logger, type Metrics, noMetrics } from '@svc/kit';
import { checkSelfieHeader, invalidSelfie, type Selfie } from './check-selfie.js';
import { createSelfieJournal } from './selfie-journal.js';
import { createSelfiePool, SELFIE_POOL_DEFAULTS, type SelfiePoolOptions } from './selfie-pool.js';
import type { PictureResult, ProcessOptions, SelfieProcess } from './selfie-process.js';
import { ignoredSelfie, type SelfieOutcome } from './selfie-result.js';

export interface SelfieAnalyser {
  /**
   * Refuses a picture that is none, and does not look at it further. Fails with INVALID_SELFIE, or with UNAVAILABLE
   * when too many pictures wait.
   */
  check(selfie: Selfie, signal?: AbortSignal): Promise<void>;
  /** Checks a picture as `check` does, then measures it. What cannot be measured is an outcome and no failure. */
  analyse(selfie: Selfie, signal?: AbortSignal): Promise<SelfieOutcome>;
  /** Ends the processes and writes the last counts. Call it when no request is in work. */
  stop(): void;
}

/**
 * Checks and analyses selfies in processes of their own, which start with the first picture. Whether a picture is
 * refused depends on the picture alone: one that a process dies of, or takes too long for, is not analysed, and its
 * analysis is stored. docs/contract.md C8.7; docs/reliability.md R6; docs/color-method.md A5.
 */
export function createSelfieAnalyser(
  { log, metrics = noMetrics, ...options }: { log: Logger; metrics?: Metrics } & Partial<SelfiePoolOptions>,
  start?: (options: ProcessOptions) => Promise<SelfieProcess>,
): SelfieAnalyser {
  const journal = createSelfieJournal(log, metrics);
  const pool = createSelfiePool({ ...SELFIE_POOL_DEFAULTS, ...options }, journal.processStarted, start);

  async function handle(selfie: Selfie, analyse: boolean, signal: AbortSignal | undefined): Promise<PictureResult> {
    const { frames } = checkSelfieHeader(selfie);
    const result = await pool.handle({ bytes: selfie.data, isAnimated: frames > 1, analyse }, signal);
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
    async analyse(selfie, signal) {
      const outcome = toOutcome(await handle(selfie, true, signal));
      journal.analysed(outcome);
      return outcome;
    },
    stop() {
      pool.stop();
      journal.stop();
    },
  };
}

function toOutcome(result: PictureResult): SelfieOutcome {
  if (result.state === 'too-slow') return ignoredSelfie('TIMEOUT');
  return (result.state === 'decoded' && result.outcome) || ignoredSelfie('MODEL_UNAVAILABLE');
}
