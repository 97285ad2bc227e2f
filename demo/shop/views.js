import { addToCart, emptyCart, readCart, removeFromCart } from './cart.js';
import { findProduct, findVariant, formatPrice, loadProducts, toPicture } from './catalog.js';
import { colorDot, html } from './html.js';

const SHOWN_PER_SHELF = 5;

/** Fills a list with the first products of an area. @param base - path before `/p/`: empty, or `/spa`. */
export async function showShelf(list, area, base) {
  const products = (await loadProducts()).filter((product) => product.area === area);
  list.replaceChildren(
    ...products.slice(0, SHOWN_PER_SHELF).map((product) =>
      html(
        'li',
        {},
        html(
          'a',
          { href: `${base}/p/${product.slug}` },
          html('img', {
            src: toPicture(product, product.variants[0]),
            alt: '',
            width: 240,
            height: 240,
            loading: 'lazy',
          }),
          product.name,
        ),
        html('div', { class: 'price' }, formatPrice(product.price)),
      ),
    ),
  );
}

/** Shows one product. @param variantId - the chosen variant; another value or none: the first that is available. */
export async function showProduct(article, slug, variantId, base) {
  const product = await findProduct(slug);
  if (!product) {
    article.replaceChildren(html('h1', {}, 'There is no such product'));
    return;
  }
  const { variants } = product;
  const chosen =
    variants.find(({ id }) => id === variantId) ?? variants.find(({ isAvailable }) => isAvailable) ?? variants[0];
  const add = html('button', { type: 'button', class: 'primary', disabled: !chosen.isAvailable });
  add.textContent = chosen.isAvailable ? 'Add to cart' : 'Sold out';
  add.addEventListener('click', () => {
    addToCart([{ id: chosen.id, quantity: 1 }]);
    announce(`${product.name} is in the cart.`);
  });
  article.className = 'product';
  article.replaceChildren(
    html('img', { src: toPicture(product, chosen), alt: '', width: 480, height: 480 }),
    html(
      'div',
      {},
      html('p', {}, product.vendor),
      html('h1', {}, product.name),
      html('p', {}, product.text),
      html('p', { class: 'price' }, formatPrice(chosen.price)),
      variants.length > 1 && html('h2', {}, 'Choose'),
      variants.length > 1 &&
        html('ul', { class: 'shades' }, ...variants.map((each) => toChoice(each, chosen, slug, base))),
      html('p', {}, add),
    ),
  );
}

const toChoice = (variant, chosen, slug, base) =>
  html(
    'li',
    {},
    html(
      'a',
      { href: `${base}/p/${slug}?variant=${variant.id}`, 'aria-current': variant === chosen && 'true' },
      variant.color && colorDot(variant.color),
      variant.name,
      !variant.isAvailable && ' (sold out)',
    ),
  );

/** Shows the lines of the cart, or that it is empty. @param base - path before `/thanks`. */
export async function showCart(place, base) {
  const lines = await Promise.all(
    readCart().map(async (line) => ({ ...line, ...(await findVariant(line.id)), set: await findVariant(line.setId) })),
  );
  if (lines.length === 0) {
    place.replaceChildren(html('p', {}, 'The cart is empty.'));
    return;
  }
  const total = lines.reduce((sum, { variant, quantity }) => sum + (variant?.price ?? 0) * quantity, 0);
  place.replaceChildren(
    html(
      'table',
      {},
      html(
        'thead',
        {},
        html('tr', {}, ...['Product', 'Quantity', 'Price', ''].map((name) => html('th', { scope: 'col' }, name))),
      ),
      html('tbody', {}, ...lines.map((line, index) => toRow(line, index, () => showCart(place, base)))),
    ),
    html('p', { class: 'price' }, `Total: ${formatPrice(total)}`),
    html('p', {}, html('a', { href: `${base}/thanks` }, 'Order')),
  );
}

function toRow({ id, quantity, product, variant, set, analysisId }, index, render) {
  const remove = html('button', { type: 'button', 'aria-label': `Remove ${product?.name ?? id}` }, 'Remove');
  remove.addEventListener('click', () => {
    removeFromCart(index);
    render();
  });
  return html(
    'tr',
    { 'data-line': id },
    html(
      'td',
      {},
      product ? [product.name, variant.name].filter(Boolean).join(', ') : id,
      set && html('div', {}, `Part of ${set.product.name}`),
      analysisId && html('div', { 'data-analysis': analysisId }, 'Recommended by your analysis'),
    ),
    html('td', {}, String(quantity)),
    html('td', {}, variant ? formatPrice(variant.price * quantity) : ''),
    html('td', {}, remove),
  );
}

/** Ends the order: the cart is emptied, and the components report what was in it. */
export function showOrder(place) {
  const lines = readCart();
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  emptyCart();
  void reportOrder(lines);
  place.textContent = count === 0 ? 'Nothing was ordered.' : `Your order of ${count} items was received.`;
}

/** As docs/components-guide.md "6. Report orders" says. Products that are not sold any more are left out. */
async function reportOrder(cart) {
  const found = await Promise.all(cart.map(async (line) => ({ ...line, ...(await findVariant(line.id)) })));
  const lines = found.flatMap(({ id, quantity, variant, analysisId }, index) =>
    variant ? [{ lineId: `${index + 1}`, variantId: id, quantity, price: variant.price.toFixed(2), analysisId }] : [],
  );
  if (lines.length === 0) return;
  const order = { orderId: crypto.randomUUID(), createdAt: new Date().toISOString(), currency: 'EUR', lines };
  // The page loads the components meanwhile, unless they are blocked.
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  await window.svcComponents?.trackOrder(order);
}

/** Reports to assistive technology and to sighted shoppers what happened. */
export function announce(text) {
  const status = document.querySelector('[data-status]');
  if (status) status.textContent = text;
}
