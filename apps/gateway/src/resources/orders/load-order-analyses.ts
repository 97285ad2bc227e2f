import { MAX_ORDER_ANALYSES, UNMATCHED_CODES } from '@svc/domain';
import { ServiceError, sha256 } from '@svc/kit';
import type { MatchingInput, OrderAnalysis } from '@svc/proto';
import type { Clients } from '../../clients.js';
import { requirePart } from '../../messages/require-part.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { findPlaces, type ReadFor } from './find-places.js';
import type { OrderRequest } from './order-schema.js';

/** An analysis of the company that an order names. */
export interface LoadedAnalysis {
  analysis: OrderAnalysis;
  input: MatchingInput;
}

type Used = Pick<Clients, 'analysis' | 'matcher' | 'matcherAdmin' | 'events'>;

/**
 * Ids that an order names, at most 20 to read: those of its lines, then those that are remembered for a bought variant, then all others, each
 * the newest first. So what can be direct is read before what can only be assisted. docs/insight.md N6.8.
 */
export function listNamedAnalyses({ lines, recommendations }: OrderRequest): { read: string[]; unread: string[] } {
  const bought = new Set(lines.map(({ variantId }) => variantId));
  const newest = [...(recommendations ?? [])].sort((a, b) => b.timestamp - a.timestamp);
  const remembered = (isBought: boolean) =>
    newest.filter(({ variant_id }) => bought.has(variant_id) === isBought).map(({ analysis_id }) => analysis_id);
  const ids = [
    ...new Set([...lines.flatMap((line) => line.analysisId ?? []), ...remembered(true), ...remembered(false)]),
  ];
  return { read: ids.slice(0, MAX_ORDER_ANALYSES), unread: ids.slice(MAX_ORDER_ANALYSES) };
}

/** One analysis of the company, with the order's variants that are proven to be its own; undefined: the company has no such analysis. */
export async function loadOrderAnalysis(
  clients: Used,
  analysisId: string,
  order: ReadFor,
): Promise<LoadedAnalysis | undefined> {
  const { companyId } = order;
  const found = await unless(['NOT_FOUND'], clients.analysis.getMatchingInput({ analysisId: toLookupId(analysisId) }));
  const input = found && requirePart(found.input);
  if (!input || input.companyId !== companyId) return undefined;
  const { funnelId, isPreview } = input;
  const createTime = requirePart(found.createTime);
  const analysis = { analysisId, funnelId, isPreview, createTime, provenVariantIds: [] };
  if (isPreview) return { analysis, input };
  const { provenVariantIds, matched } = await findProof(clients, analysisId, input, order);
  const places = await findPlaces(clients, { createTime, input, matched }, order);
  return { analysis: { ...analysis, provenVariantIds, ...(places ? { places } : {}) }, input };
}

/**
 * Variants of the order in the match now, and of the others those with an interaction; no match: it does not prove anything. Most orders buy what
 * is in the match, so interactions are asked for only where they can prove something.
 */
async function findProof(
  clients: Used,
  analysisId: string,
  input: MatchingInput,
  { companyId, variantIds }: ReadFor,
): Promise<{ matched: string[] | undefined; provenVariantIds: string[] }> {
  const match = await unless(
    UNMATCHED_CODES,
    clients.matcher.matchVariants({ input, productIds: [], variantIds: [...variantIds], resultPage: false }),
  );
  const matched =
    match && (JSON.parse(Buffer.from(match.body).toString()) as { matchedVariants: string[] }).matchedVariants;
  const others = variantIds.filter((id) => !matched?.includes(id));
  if (others.length === 0) return { matched, provenVariantIds: [...new Set(matched)] };
  const interacted = await clients.events.listInteractedVariants({
    ...{ companyId, analysisIdHash: sha256(analysisId), variantIds: others },
  });
  return { matched, provenVariantIds: [...new Set([...(matched ?? []), ...interacted.variantIds])] };
}

async function unless<T>(codes: Iterable<string>, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && [...codes].includes(error.code)) return undefined;
    throw error;
  }
}
