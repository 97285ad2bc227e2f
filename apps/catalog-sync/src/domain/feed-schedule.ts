/** A run of a feed that does not extend its lease for so long is taken over. docs/reliability.md R5.6: at most 60 s. */
export const SYNC_LEASE_MS = 40_000;
/** Consecutive failures before an operator is alerted. docs/catalog.md "Feeds". */
export const ALERT_FAILURES = 3;

const HOUR_MS = 3_600_000;
const FIRST_RETRY_MS = 5 * 60_000;
const JITTER = 0.1;

/**
 * Time until the next sync, milliseconds: the interval, or sooner after a failure (5 minutes, doubled with each further one), both
 * ± 10 %, so that companies that began together do not stay together. docs/catalog.md "Feeds".
 * @param failures - failed runs in a row, this one included.
 * @param random - in [0, 1).
 */
export function nextSyncDelayMs(everyHours: number, failures: number, random: number): number {
  const interval = everyHours * HOUR_MS;
  const wanted = failures === 0 ? interval : Math.min(interval, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(wanted * (1 - JITTER + 2 * JITTER * random));
}
