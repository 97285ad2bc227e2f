import { toVariantPlaces, UNMATCHED_CODES } from '@svc/domain';
import { createClient, ServiceError } from '@svc/kit';
import { AnalysisServiceClient, MatcherAdminServiceClient, MatcherServiceClient } from '@svc/proto';
import type { Explain } from '../usecases/explain-later.js';

/** @param addresses - `host:port` of analysis-svc and matcher-svc. */
export function createExplainClient(addresses: { analysis: string; matcher: string }): {
  explain: Explain;
  close(): void;
} {
  const analyses = createClient(AnalysisServiceClient, addresses.analysis);
  const matcher = createClient(MatcherServiceClient, addresses.matcher);
  const admin = createClient(MatcherAdminServiceClient, addresses.matcher);
  return {
    async explain(analysisId, variantIds) {
      try {
        const { input } = await analyses.getMatchingInput({ analysisId });
        const ids = [...variantIds];
        const { body } = await matcher.matchVariants({ input, productIds: [], variantIds: ids, resultPage: false });
        const { matchedVariants } = JSON.parse(Buffer.from(body).toString()) as { matchedVariants: string[] };
        if (matchedVariants.length === 0) return new Map();
        const { explanation } = await admin.explainMatch({ input, variantIds: matchedVariants });
        return new Map(
          toVariantPlaces(explanation?.variants ?? []).map(({ variantId, ...place }) => [variantId, place]),
        );
      } catch (error) {
        if (error instanceof ServiceError && UNMATCHED_CODES.has(error.code)) return undefined;
        throw error;
      }
    },
    close() {
      for (const client of [analyses, matcher, admin]) client.close();
    },
  };
}
