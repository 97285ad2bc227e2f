import { type CartItem, SvcAddToCartEvent } from '../../events/add-to-cart-event.js';

export interface CartRequest {
  items: readonly CartItem[];
  setId?: string | undefined;
  source: string;
  /** Stored at the lines of the cart. */
  analysisId: string | null;
}

/** `requested`: the page handles the event. `refused`: the shop says why. */
export type CartResult =
  | { outcome: 'requested' }
  | { outcome: 'added'; cart: string }
  | { outcome: 'refused'; text: string };

/**
 * Dispatches `svc-add-to-cart`. Unless a listener cancels it, shops with Shopify's cart receive the items; in other shops the
 * event is all that happens. Never rejects.
 */
export async function addToCart({ items, setId, source, analysisId }: CartRequest): Promise<CartResult> {
  const event = new SvcAddToCartEvent(items, { source, ...(setId !== undefined && { setId }) });
  const root = (window as { Shopify?: { routes?: { root?: unknown } } }).Shopify?.routes?.root;
  const isCanceled = !document.dispatchEvent(event);
  const isShopify = typeof root === 'string' && /^\/(?!\/)/.test(root) && items.every(({ id }) => /^\d+$/.test(id));
  if (isCanceled || !isShopify) return { outcome: 'requested' };
  try {
    const response = await fetch(`${root}cart/add.js`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        items: items.map(({ id, quantity }) => ({
          id: Number(id),
          quantity,
          ...(analysisId && { properties: { _svc_analysis: analysisId } }),
        })),
      }),
    });
    if (response.ok) return { outcome: 'added', cart: `${root}cart` };
    const { description } = (await response.json()) as { description?: unknown };
    return { outcome: 'refused', text: String(description ?? '') };
  } catch {
    return { outcome: 'refused', text: '' };
  }
}
