import { currentContext } from '@svc/kit';
import type { Handler } from '../context.js';
import { findMatch, type MatchDeps } from '../match/find-match.js';
import type { FinishedMatch } from '../match/finished-match.js';
import type { MatchCache } from '../match/match-cache.js';
import { presentMatch } from '../match/present-match.js';
import type { SingleFlight } from '../match/single-flight.js';
import { parseMatchQuery } from '../parse/match-query.js';
import { rawQuery } from '../parse/raw-query.js';

/** GET /api/v1/analyses/{analysisId}/matches. Order of checks: 414, 400, 404, 422, match. Contract, "Matches". */
export function getMatches(deps: MatchDeps & { cache: MatchCache; flights: SingleFlight<FinishedMatch> }): Handler {
  return async (ctx) => {
    const url = ctx.req.url as string;
    const query = parseMatchQuery(rawQuery(url));
    const { analysisId } = ctx.params as { analysisId: string };
    const compute = async () => {
      const { epoch } = deps.cache;
      const match = await findMatch(deps, analysisId, query);
      deps.cache.set(url, match, epoch);
      return match;
    };
    presentMatch(ctx, await deps.flights.run(url, compute, currentContext()?.signal));
  };
}
