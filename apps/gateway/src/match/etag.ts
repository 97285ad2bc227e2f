import { sha256 } from '@svc/kit';
import type { MatchQuery } from './match-query.js';

/**
 * A strong validator from the analysis, the canonical query and the state that the matcher answers from: equal inputs give
 * equal bytes, so HEAD can know it without matching. docs/contract.md C11; docs/reliability.md R8.1.
 */
export function createMatchEtag(analysisId: string, query: MatchQuery, state: string): string {
  const { productIds, variantIds, resultPage, locale = null } = query;
  const digest = sha256(JSON.stringify([analysisId, productIds, variantIds, resultPage, locale, state]));
  return `"${digest.toString('base64url').slice(0, 27)}"`;
}
