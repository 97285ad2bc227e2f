/** The shop's own cart: lines `{ id, quantity, setId?, analysisId? }` in localStorage. */
const KEY = 'shop:cart';

export function readCart() {
  try {
    const lines = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(lines) ? lines : [];
  } catch {
    return [];
  }
}

function writeCart(lines) {
  localStorage.setItem(KEY, JSON.stringify(lines));
  showCartCount();
}

/**
 * Adds items as `svc-add-to-cart` carries them. Each line keeps the analysis that recommended its variant, so that the shop's
 * server can report an order with it.
 */
export function addToCart(items, setId) {
  const lines = readCart();
  for (const { id, quantity } of items) {
    const line = lines.find((each) => each.id === id && each.setId === setId);
    if (line) line.quantity += quantity;
    else lines.push({ id, quantity, setId, analysisId: findRecommendingAnalysis(id) });
  }
  writeCart(lines);
}

export const removeFromCart = (index) => writeCart(readCart().toSpliced(index, 1));

export const emptyCart = () => writeCart([]);

export function showCartCount() {
  const count = readCart().reduce((sum, { quantity }) => sum + quantity, 0);
  for (const place of document.querySelectorAll('[data-cart-count]')) place.textContent = String(count);
}

/** The newest analysis that recommended a variant, from the record that the components keep for the shop. */
function findRecommendingAnalysis(variantId) {
  try {
    const recommended = JSON.parse(localStorage.getItem('svcRecommendedProductVariants') ?? '[]');
    const entries = recommended.filter((each) => each.variant_id === variantId);
    return entries.sort((a, b) => b.timestamp - a.timestamp)[0]?.analysis_id;
  } catch {
    return undefined;
  }
}
