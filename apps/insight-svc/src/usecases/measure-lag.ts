import { type Db, readBeforeScrape, type ServiceStatus } from '@svc/kit';
import { readAgeS } from '../db/sum-progress.js';

/** What reports read is made of them. */
export type SumName = 'visits' | 'analyses';

/** As the state of the service names their ages. */
const AGE_NAMES: Record<SumName, string> = { visits: 'visitSums', analyses: 'analysisSums' };

/**
 * Shows the age of sums, which is that of all replicas: `svc_insight_lag_seconds` of docs/metrics.md.
 * @param run - adds them up.
 * @param status - shows it too.
 * @returns the run to repeat, and the function that ends the measurement.
 */
export function measureLag(
  db: Db,
  sums: SumName,
  run: (signal: AbortSignal) => Promise<void>,
  status: Pick<ServiceStatus, 'showAge'>,
): { run: (signal: AbortSignal) => Promise<void>; stop: () => void } {
  /** When they were as old as nothing, by a clock that never jumps. */
  let freshAt = performance.now();
  const getAgeS = () => Math.max(0, performance.now() - freshAt) / 1_000;
  const stopMetrics = readBeforeScrape((metrics) => {
    metrics.set('svc_insight_lag_seconds', getAgeS(), { sums });
  });
  const hideAge = status.showAge(AGE_NAMES[sums], getAgeS);
  const read = async () => {
    const ageS = await readAgeS(db, sums);
    if (ageS !== undefined) freshAt = performance.now() - ageS * 1_000;
  };
  return {
    async run(signal) {
      try {
        await run(signal);
      } finally {
        // While the database is down the age is unknown, and grows.
        await read().catch(() => undefined);
      }
    },
    stop() {
      stopMetrics();
      hideAge();
    },
  };
}
