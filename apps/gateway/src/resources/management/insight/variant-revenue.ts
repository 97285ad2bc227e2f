import { attributionProofs, attributionRules, orderKinds, type VariantRevenueRow } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { loadCards } from './load-matches.js';
import type { RevenueReport } from './revenue-schema.js';

/** Revenue by variant, with the names that the catalog has. The rows name at most 1,000 variants. docs/insight.md N7.11. */
export async function loadVariantRevenue(
  clients: Pick<Clients, 'variants'>,
  companyId: string,
  rows: readonly VariantRevenueRow[],
): Promise<RevenueReport['variants']> {
  const named = [...new Set(rows.flatMap(({ variantId }) => (variantId === undefined ? [] : [variantId])))];
  const cards = await loadCards(
    clients,
    companyId,
    named.map((variantId) => ({ variantId })),
  );
  const byId = new Map(cards.map((card) => [card.variantId, card]));
  return rows.map(({ variantId, kind, rule, proof, ...row }) => {
    const card = variantId === undefined ? undefined : byId.get(variantId);
    return {
      variantId: variantId ?? null,
      productName: card?.productName ?? null,
      variantName: card?.variantName ?? null,
      ...row,
      kind: orderKinds.toName(kind),
      rule: attributionRules.toName(rule),
      proof: attributionProofs.toName(proof),
    };
  });
}
