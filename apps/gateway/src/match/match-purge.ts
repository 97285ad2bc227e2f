import type { Bus } from '@svc/kit';
import type { FinishedMatch } from './finished-match.js';
import type { MatchCache } from './match-cache.js';
import type { SingleFlight } from './single-flight.js';

/** Takes finished and unfinished matches out of use. */
export interface MatchPurge {
  company(companyId: string): void;
  analysis(analysisId: string): void;
  /** Ends the subscriptions. */
  close(): void;
}

/**
 * Purges on bus messages, and on call for what happens in this process. Running computations are forgotten as well: a request
 * after a publish or an erasure must not join a computation from before it.
 */
export function createMatchPurge(bus: Bus, cache: MatchCache, flights: SingleFlight<FinishedMatch>): MatchPurge {
  const company = (companyId: string) => {
    flights.forgetAll();
    cache.purgeCompany(companyId);
  };
  const analysis = (analysisId: string) => {
    flights.forgetAll();
    cache.purgeAnalysis(analysisId);
  };
  const subscriptions = [
    bus.subscribe('company-changed', ({ companyId }) => companyId && company(companyId)),
    bus.subscribe('analysis-erased', ({ analysisId }) => analysisId && analysis(analysisId)),
  ];
  return {
    company,
    analysis,
    close: () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}
