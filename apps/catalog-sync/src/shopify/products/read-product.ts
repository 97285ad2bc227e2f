import type { StagedVariant } from '../../domain/staged-rows.js';
import type { AdminClient } from '../api/admin-client.js';
import { type ParsedProduct, parseProduct, parseVariant } from './parse-product.js';

/** A product may have 2,048 variants, of which 100 come at a time. */
const MAX_PAGES = 30;

/** A product as it is in the shop now; null: it is not there any more. @throws UnreadableNode, or what the client does */
export async function fetchProduct(
  client: AdminClient,
  document: string,
  productId: string,
  signal: AbortSignal,
): Promise<{ product: ParsedProduct; variants: StagedVariant[] } | null> {
  const variants = new Map<string, StagedVariant>();
  let product: ParsedProduct | undefined;
  let after: unknown = null;
  for (let page = 0; ; page += 1) {
    const data = await client.request(document, { id: `gid://shopify/Product/${productId}`, after }, signal);
    const node = data.product as (Record<string, unknown> & { variants: VariantPage }) | null;
    if (!node) return null;
    // That of the first page: should the product change between two pages, what was read counts as the older one.
    product ??= parseProduct(node);
    for (const variant of node.variants.nodes.map((it) => parseVariant(it))) variants.set(variant.id, variant);
    const { hasNextPage, endCursor } = node.variants.pageInfo;
    if (!hasNextPage || page >= MAX_PAGES) return { product, variants: [...variants.values()] };
    after = endCursor;
  }
}

interface VariantPage {
  nodes: Record<string, unknown>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
