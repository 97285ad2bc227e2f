import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addToCart } from './add-to-cart.js';

describe('addToCart (docs/components.md B11.4, B11.10, S51)', () => {
  const cart = { items: [{ id: '4711', quantity: 2 }], source: 'add_to_cart', analysisId: 'a1' };
  let page: EventTarget;
  let request: ReturnType<typeof vi.fn>;

  beforeEach(() => {
    page = new EventTarget();
    request = vi.fn(async () => Response.json({}));
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', { Shopify: { routes: { root: '/en/' } } });
    vi.stubGlobal('fetch', request);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('adds the items to the cart of a Shopify shop, each line with the analysis that recommended it', async () => {
    expect(await addToCart(cart)).toEqual({ outcome: 'added', cart: '/en/cart' });
    expect(request).toHaveBeenCalledExactlyOnceWith('/en/cart/add.js', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"items":[{"id":4711,"quantity":2,"properties":{"_svc_analysis":"a1"}}]}',
    });
  });

  it('dispatches the event first, with the set of the items, and requests nothing if a listener cancels it', async () => {
    const details: unknown[] = [];
    page.addEventListener('svc-add-to-cart', (event) => {
      details.push((event as CustomEvent).detail);
      event.preventDefault();
    });
    expect(await addToCart({ ...cart, setId: 'S1' })).toEqual({ outcome: 'requested' });
    expect(details).toEqual([{ type: 'add_to_cart', items: cart.items, set_id: 'S1', source: 'add_to_cart' }]);
    expect(request).not.toHaveBeenCalled();
  });

  it.each([
    ['no Shopify shop', {}, '4711'],
    ['a root of another type', { Shopify: { routes: { root: {} } } }, '4711'],
    ['a root at another host', { Shopify: { routes: { root: '//evil.example/' } } }, '4711'],
    ['an id that Shopify cannot have', { Shopify: { routes: { root: '/' } } }, 'V-4711'],
  ])('leaves the cart to the integrator: %s', async (_, window, id) => {
    vi.stubGlobal('window', window);
    const items = [{ id, quantity: 1 }];
    expect(await addToCart({ ...cart, items })).toEqual({ outcome: 'requested' });
    expect(request).not.toHaveBeenCalled();
  });

  it('returns the shop’s own words when it refuses, and none when it cannot be reached', async () => {
    request.mockResolvedValueOnce(Response.json({ description: 'All 3 are in your cart.' }, { status: 422 }));
    expect(await addToCart(cart)).toEqual({ outcome: 'refused', text: 'All 3 are in your cart.' });
    request.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await addToCart(cart)).toEqual({ outcome: 'refused', text: '' });
  });
});
