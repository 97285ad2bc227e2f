import { currentContext } from '@svc/kit';
import type { FinishedMatch } from './finished-match.js';
import type { MatchCache } from './match-cache.js';
import type { SingleFlight } from './single-flight.js';

/**
 * Computes a match once for equal requests that run simultaneously, and keeps it unless something was purged meanwhile.
 * docs/reliability.md R8.3 and R8.4.
 * @param url - raw URL of the request.
 */
export function shareMatch(
  { cache, flights }: { cache: MatchCache; flights: SingleFlight<FinishedMatch> },
  url: string,
  compute: () => Promise<FinishedMatch>,
): Promise<FinishedMatch> {
  const computeAndKeep = async () => {
    const { epoch } = cache;
    const match = await compute();
    cache.set(url, match, epoch);
    return match;
  };
  return flights.run(url, computeAndKeep, currentContext()?.signal);
}
