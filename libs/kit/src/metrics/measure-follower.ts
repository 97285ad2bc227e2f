import { showInStatus, toAgeS } from '../probes/status-parts.js';
import type { ServiceStatus } from '../status/service-status.js';
import { readBeforeScrape } from './process-metrics.js';

/** Whom a follower follows, as metrics name it. */
export type FollowedName = 'replicas' | 'funnels' | 'catalogs' | 'erasures' | 'analyses' | 'events';

/**
 * Shows the age of what a follower knows: since the beginning of its last run that saw everything.
 * @param run - one run; false: it did not see or apply everything.
 * @param status - shows it too.
 * @returns the run to repeat, and the function that ends the measurement.
 */
export function measureFollower(
  follows: FollowedName,
  run: (signal: AbortSignal) => Promise<unknown>,
  status?: Pick<ServiceStatus, 'showAge'>,
): { run: (signal: AbortSignal) => Promise<void>; stop: () => void } {
  /** Of a clock that never jumps. */
  let begunAt = performance.now();
  const getLagS = () => (performance.now() - begunAt) / 1_000;
  /** End of the last complete run: of the same clock, and of the machine's, as metrics name times. */
  let endedAt: number | undefined;
  let succeededAt: number | undefined;
  const hide = showInStatus('followers', follows, () => ({
    lagS: Math.round(getLagS()),
    lastSuccessAgeS: toAgeS(endedAt),
  }));
  const stopMetrics = readBeforeScrape((metrics) => {
    metrics.set('svc_follower_lag_seconds', getLagS(), { follows });
    if (succeededAt !== undefined) {
      metrics.set('svc_follower_last_success_timestamp_seconds', succeededAt / 1_000, { follows });
    }
  });
  const hideAge = status?.showAge(follows, getLagS);
  return {
    async run(signal) {
      const startedAt = performance.now();
      if ((await run(signal)) === false) return;
      begunAt = startedAt;
      endedAt = performance.now();
      succeededAt = Date.now();
    },
    stop() {
      stopMetrics();
      hideAge?.();
      hide();
    },
  };
}
