import type { Handler } from '../context.js';
import { findMatchHead, type MatchDeps } from '../match/find-match.js';
import { presentMatch } from '../match/present-match.js';
import { parseMatchQuery } from '../parse/match-query.js';
import { rawQuery } from '../parse/raw-query.js';

/**
 * HEAD /api/v1/analyses/{analysisId}/matches: checks query and analysis, gives the headers of a successful GET, and does
 * not run the matcher. Registered before GET, or the router would run the GET handler. Spec, "GET …/matches".
 */
export function headMatches(deps: MatchDeps): Handler {
  return async (ctx) => {
    const query = parseMatchQuery(rawQuery(ctx.req.url as string));
    const { analysisId } = ctx.params as { analysisId: string };
    presentMatch(ctx, await findMatchHead(deps, analysisId, query));
  };
}
